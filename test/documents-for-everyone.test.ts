import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usage } from '../src/cli/claims/usage.js';
import { variables } from '../src/config.js';
import { losingWords } from './i18n/glossary.js';

// Documents for readers who are no programmers: commands that work in every shell, links that lead somewhere, one word
// for one thing.

/** For people who type commands on their own computer. */
const withCommands = ['README.md', 'docs/hosting.md'] as const;
/** For people who run the bot or staff its server. */
const documents = [
	...withCommands,
	'docs/README.md',
	'docs/settings.md',
	'docs/server.md',
	'docs/moderators.md',
] as const;
const everyDocument = ['.', 'docs', 'docs/adr', 'test'].flatMap((folder) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);
const textOf = (file: string): string => readFileSync(file, 'utf8');
/** The bot's own code, with the messages of its log. */
const sources = (): string =>
	readdirSync('src', { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => textOf(join('src', file)))
		.join('\n');

interface Block {
	/** The nearest heading above it. */
	readonly heading: string;
	readonly language: string;
	readonly lines: readonly string[];
}

function blocksOf(file: string): Block[] {
	const blocks: Block[] = [];
	let heading = '';
	let open: { language: string; lines: string[] } | undefined;
	for (const line of textOf(file).split('\n')) {
		const fence = /^\s*```(\w*)/.exec(line);
		if (fence === null) {
			if (open !== undefined) open.lines.push(line.trim());
			else heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
		} else if (open === undefined) open = { language: fence[1] ?? '', lines: [] };
		else {
			blocks.push({ heading, ...open });
			open = undefined;
		}
	}
	return blocks;
}

/** What one of cmd, PowerShell 5 and sh does not know, or takes for something else. */
const shellOnly =
	/&&|\|\||[|;<>~$^%`*]|(?:^|\s)#|\\$|^(?:cp|mv|rm|ls|cat|touch|export|set|sudo|chmod|openssl|curl|\.\/)\b|^[A-Z_]+=/;

/** The parts for one system. */
const forOneSystem = [
	'For developers',
	'Linux',
	'Container',
	'systemd',
	'Windows service',
	'From `npm start` to a service',
];

describe.each(withCommands)('%s', (file) => {
	it('has commands for everyone that work in cmd, PowerShell and sh alike', () => {
		const commands = blocksOf(file).filter(({ language }) => language === 'console');
		expect(commands.length).toBeGreaterThan(2);
		const wrong = commands
			.flatMap(({ lines }) => lines)
			.filter((line) => shellOnly.test(line) || line === '');
		expect(wrong).toEqual([]);
	});

	it('keeps what only some shells know to the parts for them', () => {
		const others = blocksOf(file).filter(({ language }) => !['console', 'text'].includes(language));
		const headings = new Set(others.map(({ heading }) => heading));
		expect([...headings].filter((heading) => !forOneSystem.includes(heading))).toEqual([]);
	});
});

describe.each([...documents, 'docs/operating.md'])('%s', (file) => {
	it('names only scripts and commands that exist', () => {
		const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
		const text = textOf(file);
		for (const [, name = ''] of text.matchAll(/npm run ([a-z:-]+)/g)) expect(scripts).toHaveProperty([name]);
		const known = [...usage.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
		for (const [, name] of text.matchAll(/npm run claims -- ([a-z-]+)/g)) expect(known).toContain(name);
	});
});

describe.each(everyDocument)('%s', (file) => {
	it('links to files and headings that exist', () => {
		const dead = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
			.map(([, target = '']) => target)
			.filter((target) => !/^https?:/.test(target))
			.filter((target) => !leadsSomewhere(file, target));
		expect(dead).toEqual([]);
	});
});

function leadsSomewhere(file: string, target: string): boolean {
	const [path = '', anchor] = target.split('#');
	const page = path === '' ? file : join(dirname(file), path);
	if (!existsSync(page)) return false;
	return anchor === undefined || anchorsOf(page).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
	return [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The rows of the tables under a heading, each as its cells. */
const rowsUnder = (file: string, heading: string): string[][] =>
	(textOf(file).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.slice(1)
		.map((line) => line.split('|').slice(1, -1));

describe('the troubles', () => {
	const troubles = [
		...rowsUnder('README.md', 'When something is wrong'),
		...rowsUnder('docs/operating.md', 'Troubles'),
	];

	it('have a way out each', () => {
		expect(troubles.length).toBeGreaterThanOrEqual(20);
		for (const [seen = '', todo = ''] of troubles) {
			expect(seen.trim()).not.toBe('');
			expect(todo.trim()).not.toBe('');
		}
	});

	it('quote the bot', () => {
		const texts = `${sources()}\n${textOf('src/i18n/messages/en.json')}`;
		const foreign =
			/^(?:can’t be loaded|is not recognized|command not found|The application did not respond)/;
		const quotes = troubles.flatMap(([seen = '']) =>
			[...seen.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote.replaceAll('`', '')),
		);
		const unknown = quotes
			.filter((quote) => !foreign.test(quote))
			.filter((quote) => quote.split(/ ?… ?|\d+/).some((part) => !texts.includes(part)));
		expect(unknown).toEqual([]);
	});
});

describe('docs/operating.md', () => {
	it('has a row for every command of npm run claims', () => {
		const named = rowsUnder('docs/operating.md', 'Programs').flatMap(
			([command = '']) => /claims -- ([a-z-]+)/.exec(command)?.[1] ?? [],
		);
		const known = [...usage.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
		expect(named.toSorted()).toEqual(known.toSorted());
	});
});

describe('docs/moderators.md', () => {
	const text = textOf('docs/moderators.md').replaceAll(/<picture>[\s\S]*?<\/picture>/g, '');
	const messages = Object.values(JSON.parse(textOf('src/i18n/messages/en.json')) as Record<string, string>);

	it('quotes the bot', () => {
		const quotes = [...text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
		expect(quotes.length).toBeGreaterThan(5);
		expect(quotes.filter((quote) => !messages.some((message) => message.includes(quote)))).toEqual([]);
	});
});

describe('labels in italics', () => {
	const messages = Object.values(JSON.parse(textOf('src/i18n/messages/en.json')) as Record<string, string>);
	const literals = sources();
	/** Words that are stressed, and labels of Discord, GitHub, operating systems and other programs. */
	const others = new Set([
		...[
			'Apps → Purchases',
			'Application ID',
			'Bot',
			'Channel → Edit Channel → Permissions',
			'Copy Server ID',
		],
		...['Developer Portal → your application → Bot → Public Bot', 'Edit Channel → Permissions'],
		...[
			'Developer Portal → your application → Bot → Reset Token',
			'Installation → Install Link → None',
			'Installation → Install Link',
			'None',
		],
		...['Manage Permissions', 'New Application', 'Public Bot', 'Reset Token', 'Server Members Intent'],
		...['Server Settings → Integrations', 'Server Settings → Integrations → Claimcheck'],
		...['Server Settings → Roles', 'User Settings → Advanced → Developer Mode'],
		...['Download ZIP', 'LTS', 'Report a vulnerability', 'Security'],
		...[
			'Battery → Options',
			'Data → From Text/CSV',
			'Extract All',
			'File Explorer → View → File name extensions',
		],
		...['New Terminal at Folder', 'Open in Terminal', 'Prevent automatic sleeping', 'Services'],
		...[
			'Settings → System → Power → Screen and sleep → Never',
			'System Settings → Energy',
			'Windows PowerShell',
			'workspace settings → API key',
		],
		...['Before you update', 'Code', 'Home', 'Staff', 'home'],
	]);

	/** True for a text of the bot; “…” and “@Name” stand for a placeholder. */
	const isText = (label: string): boolean =>
		messages.some((message) => {
			if (label.endsWith(' …')) return message.startsWith(`${label.slice(0, -1)}{`);
			return message === label || message.replace(/\{\w+\}/, '@Buyer') === label;
		});
	/** True for a message of the log; “…” stands for its beginning. */
	const isLogged = (label: string): boolean =>
		literals.includes(label.startsWith('… ') ? `${label.slice(1)}'` : `'${label}'`);

	it.each([...documents, 'docs/operating.md', 'SECURITY.md'])('exist: %s', (file) => {
		const text = textOf(file).replaceAll(/<picture>[\s\S]*?<\/picture>|```[\s\S]*?```|`[^`\n]*`/g, '');
		const labels = [...text.matchAll(/(?<![\w*])\*(?![\s*])([^*\n]+)\*(?![\w*])/g)].map(
			([, label = '']) => label,
		);
		expect(labels.filter((it) => !others.has(it) && !isText(it) && !isLogged(it))).toEqual([]);
	});

	it('are found', () => {
		expect([isText('Keep removing'), isText('Make @Buyer for me'), isText('Go on')]).toEqual([
			true,
			true,
			false,
		]);
		expect([isLogged('… is responding again'), isLogged('… answers again')]).toEqual([true, false]);
	});
});

describe('one word for one thing', () => {
	const losing = losingWords.get('en') ?? /^$/;
	/** Words of the trade that mean another thing, and the one place that says what kind of shop is meant. */
	const meant = [
		/digital marketplace/g,
		/member of its team/g,
		/\b[A-Z]+_[A-Z_]+\b/g,
		/set up\b/gi,
		/Supported versions/g,
		/<\/?picture>/g,
		/\b8 May\b/g,
	];
	const wordsOf = (text: string): string =>
		meant.reduce(
			(left, phrase) => left.replaceAll(phrase, '…'),
			text
				.replaceAll(/^## For developers\n[\s\S]*/gm, '')
				.replaceAll(/```[\s\S]*?```/g, '…')
				// File names of pictures are left out; their descriptions are read.
				.replaceAll(/<!--[\s\S]*?-->|(?:src|srcset)="[^"]*"/g, '…')
				.replaceAll(/`[^`\n]*`|“[^”\n]*”/g, '…')
				.replaceAll(/\]\([^)]*\)/g, ']'),
		);

	const losingIn = (text: string): readonly string[] =>
		[...wordsOf(text).matchAll(losing)].map(([word]) => word);

	it.each([...documents, 'SECURITY.md', '.env.example'])('%s', (file) => {
		const text = file.startsWith('.env') ? textOf(file).replaceAll(/^[^#].*$/gm, '') : textOf(file);
		expect(losingIn(text)).toEqual([]);
	});

	it('in what the configuration says of each setting', () => {
		const text = Object.values(variables)
			.map(({ where }) => where)
			.join('\n');
		expect(losingIn(text)).toEqual([]);
	});
});
