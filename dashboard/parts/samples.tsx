import { useState } from 'preact/hooks';
import { type ApiRequest, type SampleLanguage, sampleLanguages, samplesOf } from '../../rest/openapi/sample-languages.ts';
import { freshKey } from '../fresh-key.ts';
import { rememberedLanguage, rememberLanguage } from '../sample-language.ts';
import { CopyButton } from './common.tsx';

/** The API request of a view, to copy. It contains a key that was created in this tab. */
export function Samples({ request, title = 'As an API request' }: { request: ApiRequest; title?: string }) {
  const [language, setLanguage] = useState(() => sampleLanguages.find((name) => name === rememberedLanguage()) ?? 'curl');
  const choose = (name: SampleLanguage) => {
    rememberLanguage(name);
    setLanguage(name);
  };
  const text = samplesOf(request, location.origin, freshKey()?.secret)[language];
  return (
    <div class="samples">
      <div class="bar">
        <strong>{title}</strong>
        <fieldset class="tabs">
          <legend class="unseen">Language</legend>
          {sampleLanguages.map((name) => (
            <button type="button" key={name} aria-pressed={name === language} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </fieldset>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
