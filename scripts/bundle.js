import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as discord from 'discord.js';
import { build } from 'esbuild';
import { writeLicences } from './bundled-licences.js';
import { sourceHash } from './ensure-built.js';

// Writes the bot and the operator's programs, with the packages that they need, into dist/src/bundle: node takes longer
// to find and read 900 files than the bot takes for everything else until it is ready, and an installation needs only
// the packages that can't be bundled. Code that several programs share, or that is loaded on demand, becomes a chunk.
// docs/adr/build-and-deploy.md has the figures. dist/src/NAME.js checks the version of Node.js, then loads the program:
// an old one would fail at the imports of a module, before any line of it has run.

const programs = {
	main: 'src/main.ts',
	init: 'src/cli/init.ts',
	register: 'src/cli/register.ts',
	doctor: 'src/cli/doctor.ts',
	'claims-cli': 'src/cli/claims.ts',
	'health-check': 'src/cli/health-check.ts',
};

/** Native code, its font, and optional packages that their users look for and do without. */
const external = [
	'sqlite3',
	'pg-native',
	'@resvg/resvg-js',
	'@expo-google-fonts/*',
	'canvas',
	'zlib-sync',
	'bufferutil',
	'utf-8-validate',
];

const names = Object.keys(discord).filter((name) => /^\w+$/.test(name) && name !== 'default');

/** npm installs the same undici twice, for discord.js and for its REST client, since ours is another version. */
const oneUndici = {
	name: 'one-undici',
	setup({ onResolve, resolve }) {
		onResolve({ filter: /^undici$/ }, ({ importer, kind }) => {
			if (!/[/\\]node_modules[/\\]discord\.js[/\\]/.test(importer)) return undefined;
			return resolve('undici', { kind, resolveDir: 'node_modules/@discordjs/rest' });
		});
	},
};

/** Zod's messages in fifty languages: its English ones are all that is read here. */
const noZodLanguages = {
	name: 'no-zod-languages',
	setup({ onLoad }) {
		onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({ contents: 'export {};' }));
	},
};

/**
 * discord.js is CommonJS: each file that imports it would get an object of its own with a getter for each of the 700
 * names, which were 40,000 functions.
 */
const oneDiscord = {
	name: 'one-discord',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^discord\.js$/ }, ({ namespace }) =>
			namespace === 'one-discord' ? undefined : { path: 'discord.js', namespace: 'one-discord' },
		);
		onLoad({ filter: /^discord\.js$/, namespace: 'one-discord' }, () => ({
			contents: `import * as all from 'discord.js'; export const { ${names.join(', ')} } = all;`,
			resolveDir: import.meta.dirname,
		}));
	},
};

const { outputFiles, metafile } = await build({
	entryPoints: { ...programs, 'list-reader': 'src/marketplace/list-reader.ts' },
	outdir: 'dist/src/bundle',
	bundle: true,
	splitting: true,
	platform: 'node',
	format: 'esm',
	target: 'node20',
	external,
	plugins: [oneUndici, noZodLanguages, oneDiscord],
	// Every character is kept in memory, so blanks and comments are removed. Names stay and lines are short, so that a
	// stack trace says where. The licences are written below.
	minifyWhitespace: true,
	minifySyntax: true,
	lineLimit: 160,
	legalComments: 'none',
	sourcemap: 'linked',
	sourcesContent: false,
	// With it packages that are not modules find what node has built in.
	banner: {
		js: "import{createRequire as requireOfBundle}from'node:module';const require=requireOfBundle(import.meta.url);",
	},
	metafile: true,
	write: false,
	logLevel: 'warning',
});
// Only now, so that a failed build leaves the last one in place.
for (const folder of ['src', 'commands', 'licences'])
	await rm(join('dist', folder), { recursive: true, force: true });
await mkdir('dist/src', { recursive: true });
// Read at run time, from beside the chunk that reads them.
await cp('src/i18n/messages', 'dist/src/bundle/messages', { recursive: true });
for (const { path, text } of outputFiles) {
	// V8 takes two bytes for each character of a file in which one is beyond Latin-1. esbuild leaves these as they are in
	// regular expressions, where an escape says the same.
	const escaped = text.replace(/[^\0-\x7f]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
	await writeFile(path, escaped);
}
const versionCheck = await readFile('scripts/node-version.js', 'utf8');
// Node gives up each address of a host but the last after 250 ms, which a connection to the other side of the world
// takes (node/node#54359). The shop's client allows two seconds in all, so that the next address has time too.
const patience = "(await import('node:net')).setDefaultAutoSelectFamilyAttemptTimeout(1000);\n";
for (const name of Object.keys(programs)) {
	await writeFile(`dist/src/${name}.js`, `${versionCheck}${patience}await import('./bundle/${name}.js');\n`);
}
await writeLicences(metafile, 'dist/licences');
await writeFile('dist/built-from', `${await sourceHash()}\n`);
