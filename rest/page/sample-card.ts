import { type ApiRequest, samplesOf } from '../openapi/sample-languages.ts';
import { type Html, html } from './html.ts';

/** A button that a script of the page makes work: it copies the text of the `pre` beside it. */
export const copyButton = html`<button type="button" class="quiet copy scripted">Copy</button>`;

/**
 * A text for each language, one shown at a time; on paper all of them. The choice works without scripts; the script of the page
 * applies it to all cards and remembers it. The name of the card must be unique on the page.
 */
export function languageCard(name: string, texts: Readonly<Record<string, string>>): Html {
  const languages = Object.keys(texts);
  return html`<div class="samples">
      <div class="bar">
        <fieldset class="tabs"><legend class="unseen">Language of the sample</legend>${languages.map(
          (language, place) =>
            html`<label><input type="radio" name="language-${name}" value="${language}"${
              place === 0 && html` checked`
            } />${language}</label>`,
        )}</fieldset>
        ${copyButton}
      </div>
      ${languages.map((language) => html`<pre tabindex="0" data-language="${language}"><code>${texts[language]}</code></pre>`)}
    </div>`;
}

/** A request in each language. */
export const sampleCard = (name: string, request: ApiRequest, baseUrl: string): Html =>
  languageCard(name, samplesOf(request, baseUrl));
