import { readFileSync } from 'node:fs';

const documents = ['docs/hosting.md', 'docs/operating.md'];

/**
 * The first words of commands; other words in code are names, paths or settings. The bot's programs behind
 * `npm run` have end-to-end tests.
 */
const programs =
	/^(?:ALTER|claimcheck-service|docker|git|icacls|journalctl|mv|node|npm(?! run (?:claims|doctor|init|register)\b)|sh|sudo|systemctl|systemd-analyze|tar) /;

/** Every command in docs/hosting.md and docs/operating.md: lines of their blocks, and code in their text and tables. */
export function documentedCommands(): ReadonlySet<string> {
	const text = documents.map((file) => readFileSync(file, 'utf8')).join('\n');
	const block = /^ *```(?:sh|text)\n([\s\S]*?)^ *```$/gm;
	const lines = [...text.matchAll(block)].flatMap(([, it = '']) => it.split('\n').map((line) => line.trim()));
	const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, it = '']) => it);
	return new Set([...lines, ...inline].filter((it) => programs.test(it)));
}

/**
 * A command of these documents, to be run. `fill` gives what stands for a word in capitals. Throws for one that is not
 * in them: so a test that runs it can't go on when they have another one.
 */
export function documented(command: string, fill: Readonly<Record<string, string>> = {}): string {
	if (!documentedCommands().has(command)) throw new Error(`No document says: ${command}`);
	return Object.entries(fill).reduce((line, [word, value]) => line.replaceAll(word, value), command);
}

const needsRegistry = 'its image is in a registry, which no test reaches';
const needsWindows = 'needs Windows';
const inTheImage =
	'the Dockerfile runs it, and image.test.ts builds and runs that; service.test.ts gets a built checkout';

/** Those that no test runs, and why. */
export const notRun: Readonly<Record<string, string>> = {
	'git clone ADDRESS-OF-THIS-PROJECT claimcheck': 'needs a repository elsewhere',
	'git pull': 'needs a repository elsewhere',
	'git checkout VERSION': 'the other versions are made from this one by the tests',
	'npm ci': inTheImage,
	'npm run build': inTheImage,
	'npm start': 'every end-to-end test runs what it starts',
	'npm ci --omit=dev': 'test/e2e/archive.proof.test.ts runs it',
	'node dist/src/doctor.js --json': 'test/e2e/doctor.test.ts runs it',
	'node --version': "Node.js' own",
	'sudo apt install tmux': 'needs the registry',
	'npm prune --omit=dev': 'the image has no more than that leaves, and image.test.ts runs it',
	'node dist/src/main.js': 'every end-to-end test runs it',
	'npm install --no-save @opentelemetry/auto-instrumentations-node': 'not a dependency of ours',
	'docker compose --profile NAME up --detach': `${needsRegistry}; compose.test.ts has Compose check each profile`,
	'sudo claimcheck claims confirm-account':
		'needs a second account of the shop: test/e2e/confirm-account.test.ts runs it',
	'ALTER ROLE claimcheck PASSWORD …': "PostgreSQL's own; what the bot makes of a new address is a restart",
	'claimcheck-service install': needsWindows,
	'claimcheck-service start': needsWindows,
	'icacls data /grant "NT AUTHORITY\\LocalService:(OI)(CI)M"': needsWindows,
	'icacls .env /inheritance:r /grant:r "%USERNAME%:F" "NT AUTHORITY\\LocalService:R" "BUILTIN\\Administrators:F"':
		needsWindows,
};
