import type { Guide, Section } from './guides.ts';

interface Hit {
  guide: Guide;
  section: Section;
  /** The text around the first word that was found. */
  excerpt: string;
}

const most = 20;
const around = 90;

/** Finds the sections that have all the words. Those with a word in the heading come first. */
export function searchGuides(guides: readonly Guide[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const hits = guides.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const heading = `${guide.title} ${section.heading}`.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return [];
      const weight = words.filter((word) => heading.includes(word)).length;
      return [{ guide, section, excerpt: excerptOf(section.text, text.indexOf(words[0] ?? '')), weight }];
    }),
  );
  return hits.sort((one, other) => other.weight - one.weight).slice(0, most);
}

function excerptOf(text: string, place: number): string {
  const start = Math.max(0, place - around);
  const end = start + 2 * around;
  let part = text.slice(start, end);
  // It begins and ends with whole words.
  if (start > 0) part = part.slice(part.indexOf(' ') + 1);
  if (end < text.length) part = part.slice(0, part.lastIndexOf(' '));
  return `${start > 0 ? '… ' : ''}${part.trim()}${end < text.length ? ' …' : ''}`;
}
