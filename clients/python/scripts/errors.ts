/** An error class of the Python client for each code of the service. */
export function pythonErrors(table: Readonly<Record<string, { message: string }>>): string {
  const classes = Object.entries(table).map(([code, { message }]) => ({ code, name: nameOf(code), message }));
  return [
    '# Written by npm run generate from the codes of the service. Do not edit.',
    '"""A class for each code of the service."""',
    '',
    'from ._error import ApiError',
    '',
    ...classes.map(({ name, message }) => `\nclass ${name}(ApiError):\n    """${message}"""\n`),
    '',
    'ERROR_CLASSES: dict[str, type[ApiError]] = {',
    ...classes.map(({ code, name }) => `    "${code}": ${name},`),
    '}',
    '"""The class of each code."""',
    '',
    `__all__ = [\n    "ERROR_CLASSES",\n${classes.map(({ name }) => `    "${name}",\n`).join('')}]`,
    '',
  ].join('\n');
}

const nameOf = (code: string): string =>
  `${code
    .replace(/_error$/, '')
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Error`;
