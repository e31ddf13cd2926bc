/** A word or two of small letters, as in `wp-login.php` or `v1`. Keys, tokens, ids, numbers and addresses look different. */
const plainWord = /^(?=.{1,20}$)\.?[a-z]+\d?(?:[-_][a-z]+)?(?:\.[a-z]{2,5})?$/;
const maxSegments = 8;

/** The path of a request for the log. Parameters are left out, and every part that could be secret or personal is `…`. */
export const plainPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .split('/', maxSegments)
    .map((segment) => (segment === '' || plainWord.test(segment) ? segment : '…'))
    .join('/');
