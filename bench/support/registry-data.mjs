// Registries of any size for the benchmarks: the same numbers give the same bytes, and every entry is sound.
const WORDS =
  'guard sound roast notes route review secret quota turn count plan budget voice mask theme focus radio timer board badge'.split(
    ' ',
  );
const TEXTS = [
  'Blocks a shell command that would delete more than the project, and asks first when it is not sure of it.',
  'Shows how much of the context window a run has used, and warns before it is full.',
  'Answers with the weather.',
];

/** @param {number} count */
export function makeEntries(count) {
  let seed = 42;
  /** @param {number} below */
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const names = new Set();
  while (names.size < count) {
    const tail = random(36 ** 5)
      .toString(36)
      .padStart(5, 'x')
      .replace(/[01i]/g, 'k');
    names.add(`${WORDS[random(20)]}-${WORDS[random(20)]}-${tail}`);
  }
  return [...names].sort().map((name, index) => {
    const isPackage = index % 2 === 0;
    return {
      name,
      source: isPackage ? `npm:${name}` : `owner-${random(300)}/${name}`,
      description: TEXTS[random(3)] ?? '',
      author: { name: `Author ${random(2000)}`, url: 'https://example.com/authors' },
      kinds: index % 3 === 0 ? ['hook'] : ['tool', 'command', 'hook'],
      ...(isPackage ? { repo: `owner-${random(300)}/${name}`, npm: name } : {}),
      tags: ['safety', 'shell'],
      addedAt: `2026-0${1 + random(9)}-1${random(9)}`,
    };
  });
}

/** @param {readonly object[]} mods */
export function print(mods) {
  return `${JSON.stringify({ mods }, null, 2)}\n`;
}
