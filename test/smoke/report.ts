import { differs, type Finding } from './finding.js';

/** Questions that only eyes can judge, and how to see the answer. */
const byHand = [
	'On a phone and on a computer: does the answer to `/smoke` read well, in light and in dark?',
	'The gallery whose picture is at https://example.com/preview.png: is it a broken picture, or nothing?',
	'In German: does the client show `/setup` with its subcommands, although names are localised?',
	'In a channel that denies the bot Embed Links: does `/doctor` still show its whole answer?',
	'A shop item with an mp4 as its preview: does it play in the gallery of `/item`?',
	'Two embeds with the same address and a picture each: are they shown as one gallery?',
	'Forward an audit line into another server, and press its button there: is the press refused?',
];

/** One line for a terminal. */
export function line(finding: Finding): string {
	const mark = differs(finding) ? '✗' : finding.expected === undefined ? '·' : '✓';
	const instead = differs(finding) ? ` (here: ${finding.expected})` : '';
	return `${mark} ${finding.question}: ${finding.found}${instead}`;
}

/** The content for the form “The real Discord is different”: no ids, and nothing of the server. */
export function report(findings: readonly Finding[], versions: string): string {
	const different = findings.filter(differs);
	const noted = findings.filter(({ expected }) => expected === undefined);
	const row = ({ question, expected, found }: Finding) =>
		`| ${question.replaceAll('|', '\\|')} | ${expected ?? '–'} | ${found} |`;
	return [
		`${findings.length} questions, ${different.length} answered in another way than by the local Discord. ${versions}`,
		'',
		'| Question | local Discord | Discord |',
		'|---|---|---|',
		...[...different, ...noted].map(row),
	].join('\n');
}

/** The list for the person, as lines. */
export function handList(): readonly string[] {
	return byHand.map((question, index) => `${index + 1}. ${question}`);
}
