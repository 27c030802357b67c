import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Habits of English that readers have to decode, in comments, names, test titles and documents.

/** Text of a file that is held to plain English. */
interface Passage {
	readonly kind: 'comment' | 'identifier' | 'test title' | 'document';
	readonly text: string;
}

interface Habit {
	readonly name: string;
	readonly pattern: RegExp;
	/** All kinds if left out. */
	readonly kinds?: readonly Passage['kind'][];
	readonly instead: string;
}

export const habits: readonly Habit[] = [
	{
		name: 'told, tells',
		pattern: /\b(?:told|tells?|telling)\b(?! (?:\w+ ){0,3}apart)/gi,
		instead: 'notified, logged, reported, returned, received',
	},
	{
		name: 'a comment that opens with What or Whether',
		pattern: /^(?:What|Whether)\b/g,
		kinds: ['comment'],
		instead: 'a noun: “Rate-limit state of one guild”',
	},
	{
		name: 'Undefined:',
		pattern: /\bundefined(?:,[^.:]*)?:/gi,
		kinds: ['comment'],
		instead: '@returns undefined if …',
	},
	{
		name: 'most…, longest… for a limit',
		pattern: /^(?:most|longest) (?!recent)\w+/g,
		kinds: ['identifier'],
		instead: 'max…',
	},
	{ name: 'under way', pattern: /\bunder way\b|\bunderway\b/gi, instead: 'in flight, pending' },
	{ name: 'at once', pattern: /\bat once\b/gi, instead: 'immediately; concurrently; together' },
	{ name: 'so many', pattern: /\bso many\b/gi, instead: '`ms` milliseconds; `count`' },
	{
		name: 'nobody, somebody, whoever',
		pattern: /\b(?:nobody|somebody|anybody|everybody|whoever|whomever)\b/gi,
		instead: 'caller, member, request, holder',
	},
	{
		name: 'the one, those of',
		pattern: /\bthe one (?:that|who|which|of)\b|\bthose of\b/gi,
		kinds: ['comment', 'document'],
		instead: 'the noun',
	},
	{
		name: 'gone, has it, hands out',
		pattern: /\bgone\b|\bhas it\b|\bhands? out\b/gi,
		instead: 'deleted, holds, grants',
	},
	{
		name: 'a Where clause in front',
		pattern: /(?:^|\. )Where\b[^.]*,/g,
		kinds: ['comment'],
		instead: 'If a row is damaged, …',
	},
	{
		name: 'a riddle for a name',
		pattern: /\belsewheres\b|\bhalf of it\b|\bopen door\b|\bhope for\b|^crowd\b|\bin one go\b/g,
		kinds: ['identifier'],
		instead: 'isFromOtherGuild, maxCpuShare, noAdmission, allowOneRetry',
	},
];

/** One habit in one file. */
export interface Finding {
	readonly file: string;
	readonly habit: string;
	readonly seen: string;
}

export function findingsIn(file: string, content: string): readonly Finding[] {
	return passagesOf(file, content).flatMap(({ kind, text }) =>
		habits
			.filter(({ kinds }) => kinds === undefined || kinds.includes(kind))
			.flatMap(({ name, pattern }) =>
				[...text.matchAll(pattern)].map(({ 0: hit, index }) => ({
					file,
					habit: name,
					seen: kind === 'identifier' ? text : text.slice(Math.max(0, index - 20), index + hit.length + 20),
				})),
			),
	);
}

function passagesOf(file: string, content: string): readonly Passage[] {
	return file.endsWith('.md') ? [{ kind: 'document', text: proseOf(content) }] : sourcePassages(content);
}

/** Without code, quotes and the addresses of links. */
function proseOf(markdown: string): string {
	return markdown
		.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '…')
		.replaceAll(/<!--[\s\S]*?-->/g, '…')
		.replaceAll(/`[^`\n]*`|“[^”\n]*”/g, '…')
		.replaceAll(/\]\([^)]*\)/g, ']');
}

/** A block comment, lines of comments that follow each other, or a string. */
const commentOrString =
	/\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[\t ]*\/\/[^\n]*)*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

function sourcePassages(source: string): readonly Passage[] {
	const passages: Passage[] = [];
	const code = source.replaceAll(commentOrString, (part: string, at: number) => {
		if (/^\/[/*]/.test(part)) passages.push({ kind: 'comment', text: commentText(part) });
		else if (isTitle(source.slice(Math.max(0, at - 60), at))) {
			passages.push({ kind: 'test title', text: part.slice(1, -1) });
		}
		return ' ';
	});
	const names = new Set(code.match(/[A-Za-z_$][\w$]*/g));
	for (const name of names) passages.push({ kind: 'identifier', text: wordsOf(name) });
	return passages;
}

/** After the call's name, or the end of its table of cases. */
const isTitle = (before: string) =>
	/(?:\b(?:it|test|describe)(?:\.(?:each|skipIf|runIf|sequential)\b[\s\S]*)?|\](?: as const| satisfies [^\n]*)?\))\(\s*$/.test(
		before,
	);

/** Names of code in backticks are no prose. */
function commentText(comment: string): string {
	return comment
		.replaceAll(/^\/\*\*?|\*\/$|^[\t ]*\/\/ ?|^[\t ]*\* ?/gm, '')
		.replaceAll(/`[^`]*`/g, '…')
		.replaceAll(/\s+/g, ' ')
		.trim();
}

/** `mostWaiting` as “most waiting”. */
function wordsOf(identifier: string): string {
	return identifier
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.replaceAll('_', ' ')
		.toLowerCase();
}

/** Folders whose files are counted together: a room of the sources, a folder of tests, the documents. */
export function foldersIn(root: string): readonly string[] {
	const below = (folder: string) =>
		readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `${folder}/${name}`);
	return [
		...['src', 'commands', 'test'].flatMap((folder) => [folder, ...below(folder)]),
		...below('packages').flatMap((folder) => below(folder).filter((it) => /\/(?:src|test|web)$/.test(it))),
		'.',
		'docs',
		'docs/adr',
	];
}

/** Its tables quote the habits and former texts. */
const quoting = 'docs/adr/0051-plain-english.md';

/** Drawn from the views, not written. */
const generated = new Set(['docs/walkthrough.md']);

/** Files of one folder; of a folder that has others in it, only its own. */
function filesOf(root: string, folder: string): readonly string[] {
	const isWhole = folder.split('/').length > 1 && !folder.startsWith('docs');
	return readdirSync(join(root, folder), { recursive: isWhole, encoding: 'utf8' })
		.map((name) => (folder === '.' ? name : `${folder}/${name}`))
		.filter((file) => (folder === '.' ? /\.(?:md|js)$/ : /\.(?:ts|tsx|js|md)$/).test(file))
		.filter((file) => !generated.has(file) && !file.includes('node_modules') && !file.includes('/dist/'));
}

export function findingsOfFolder(root: string, folder: string): readonly Finding[] {
	return filesOf(root, folder).flatMap((file) => {
		const content = readFileSync(join(root, file), 'utf8');
		return findingsIn(file, file === quoting ? content.replaceAll(/^\|.*$/gm, '') : content);
	});
}
