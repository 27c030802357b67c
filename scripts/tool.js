// `npm run tool -- NAME [ARGUMENTS]`: builds what a tool of the tests needs, then runs it.
import './node-version.js';
import { spawnSync } from 'node:child_process';

const compile = 'npm run build --workspaces && tsc -p test/tools.tsconfig.json';
/** Runs the built bot, too. */
const withBot = `npm run build && ${compile}`;

/** What each tool needs first, and its program in dist/tools/test. */
const tools = {
	bench: [withBot, 'bench/main'],
	counts: [withBot, 'counts/main'],
	fuzz: [compile, 'fuzz/main'],
	matrix: [withBot, 'matrix/main'],
	mutation: [`npm ci --prefix test/mutation && ${compile}`, 'mutation/main'],
	pictures: [withBot, 'pictures/write-pictures'],
	simulate: [compile, 'simulation/main'],
	smoke: [compile, 'smoke/main'],
	texts: ['tsc -p test/i18n', 'i18n/check-texts'],
	torture: [compile, 'torture/main'],
	trace: [withBot, 'counts/verify-trace'],
	walkthrough: [compile, 'corpus/write-walkthrough'],
};

// What is left are the arguments of the tool.
const [name] = process.argv.splice(2, 1);
const tool = Object.hasOwn(tools, name ?? '') ? tools[name] : undefined;
if (tool === undefined) {
	process.stderr.write(`Usage: npm run tool -- ${Object.keys(tools).join(' | ')}\n`);
	process.exitCode = 2;
} else {
	const [first, program] = tool;
	process.exitCode = spawnSync(first, { stdio: 'inherit', shell: true }).status ?? 1;
	if (process.exitCode === 0) await import(`../dist/tools/test/${program}.js`);
}
