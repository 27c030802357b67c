import { describe, expect, it } from 'vitest';
import { findingsIn, findingsOfFolder, foldersIn } from './habits.js';

/** Words that are right where they stand, as `FILE: HABIT`. */
const exceptions: readonly string[] = [
	// A field of stored rows.
	'src/refunds/revocation-budget.ts: told, tells',
	// The glossary names the words to avoid.
	'src/i18n/glossary.md: nobody, somebody, whoever',
	'src/i18n/glossary.md: gone, has it, hands out',
	// The patterns are regular expressions, which are read as names.
	'test/plain-english/habits.ts: told, tells',
	'test/plain-english/habits.ts: most…, longest… for a limit',
	'test/plain-english/habits.ts: nobody, somebody, whoever',
	'test/plain-english/habits.ts: a riddle for a name',
];

describe('plain English', () => {
	it.each(foldersIn('.'))('is in comments, names, test titles and documents of %s', (folder) => {
		const wrong = findingsOfFolder('.', folder).filter(
			({ file, habit }) => !exceptions.includes(`${file}: ${habit}`),
		);
		expect(wrong).toEqual([]);
	});

	it.each([
		['// What a guild has.\n', 'a comment that opens with What or Whether'],
		['/** Undefined: none. */', 'Undefined:'],
		['const mostWaiting = 3;', 'most…, longest… for a limit'],
		['const isUnderWay = true;', 'under way'],
		["it('tells members the truth', () => {});", 'told, tells'],
	])('is not %j', (source, habit) => {
		expect(findingsIn('file.ts', source).map((finding) => finding.habit)).toEqual([habit]);
	});

	it.each(["const text = 'nobody';", '// Tells both apart.', '/** `mostWaiting` stays. */'])(
		'leaves %j alone',
		(source) => {
			expect(findingsIn('file.ts', source)).toEqual([]);
		},
	);
});
