import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Problem, signInCodes } from '../ask.ts';
import { country, flag } from '../format.ts';

export const Panel = ({ title, children, aside }: { title: string; children: ComponentChildren; aside?: ComponentChildren }) => {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
};

/** A country by its flag and name. Screen readers read the name alone. */
export const Country = ({ code }: { code: string }) => (
  <>
    <span aria-hidden="true">{flag(code)}</span> {country(code)}
  </>
);

export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
);

/** The problem, and what to do about it. */
export const ProblemNote = ({ problem, retry }: { problem: Problem | undefined; retry?: () => void }) =>
  problem ? (
    <div class="note bad" role="alert">
      <p>{problem.message}</p>
      <p>
        {signInCodes.includes(problem.code) ? (
          <a href={`/auth/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`}>Sign in again</a>
        ) : (
          retry && (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )
        )}{' '}
        <a href={`/docs/errors#${problem.code}`}>About {problem.code}</a>
      </p>
    </div>
  ) : null;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {isCopied ? 'Copied' : label}
      <span class="unseen" role="status">
        {isCopied ? 'Copied to the clipboard' : ''}
      </span>
    </button>
  );
}

interface DialogProps {
  title: string;
  /** A drawer fills the height at the right side of the window. */
  kind?: 'drawer';
  children: ComponentChildren;
  onClose(): void;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, kind, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog ref={dialog} class={kind} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        {kind === 'drawer' && (
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>{children}</span>
);

/** A table that a phone scrolls sideways. */
export const Rows = ({ label, kind = '', children }: { label: string; kind?: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark with the name of its panel.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <div class={`rows ${kind}`} role="group" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </div>
);
