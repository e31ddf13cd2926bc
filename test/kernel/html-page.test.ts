import { expect, test } from 'vitest';
import { escapeHtml, htmlPage } from '../../src/kernel/html-page.ts';

test('what is not ours stands in a page as text', () => {
  expect(escapeHtml(`<b title="x" class='y'>&`)).toBe('&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;');
  expect(htmlPage({ title: '</title><script>', body: '' })).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
});
