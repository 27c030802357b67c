import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as discord from 'discord.js';
import { build } from 'esbuild';

// Writes the bot and the packages that it starts with into one file, dist/src/bot.js: 900 files take node longer to find
// and read than the bot takes for everything else until it is ready. What is loaded when it is needed becomes a chunk
// beside it. docs/adr/0030 has the figures. dist/src/main.js, which the compiler has made, becomes the entry that checks
// the version of Node.js and then loads it: an old one ends at the imports of a module, before any line of it has run.

/** Machine code, what few bots ever load, and what packages look for and do without. */
const external = [
	'sqlite3',
	'pg-native',
	'vega',
	'vega-lite',
	'@resvg/resvg-js',
	'@expo-google-fonts/*',
	'zlib-sync',
	'bufferutil',
	'utf-8-validate',
];

const names = Object.keys(discord).filter((name) => /^\w+$/.test(name) && name !== 'default');

/** Finds the languages beside itself, where the compiler has put it. */
const languageFiles = {
	name: 'language-files',
	setup({ onResolve }) {
		onResolve({ filter: /\/language-files\.js$/ }, () => ({
			path: './i18n/language-files.js',
			external: true,
		}));
	},
};

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

/** Zod's messages in fifty languages: its English ones are all that anybody reads here. */
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

await rm('dist/src/chunks', { recursive: true, force: true });
const { outputFiles } = await build({
	entryPoints: [{ in: 'src/main.ts', out: 'bot' }],
	outdir: 'dist/src',
	chunkNames: 'chunks/[name]-[hash]',
	bundle: true,
	splitting: true,
	platform: 'node',
	format: 'esm',
	target: 'node20',
	external,
	plugins: [languageFiles, oneUndici, noZodLanguages, oneDiscord],
	// Every character is kept in memory, so blanks and comments go. Names stay and lines are short, so that a stack trace
	// says where. The licences are in the packages, which stay beside the bundle.
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
	write: false,
	logLevel: 'warning',
});
await mkdir('dist/src/chunks', { recursive: true });
for (const { path, text } of outputFiles) {
	// V8 takes two bytes for each character of a file in which one is beyond Latin-1. esbuild leaves these as they are in
	// regular expressions, where an escape says the same.
	const escaped = text.replace(/[^\0-\x7f]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
	await writeFile(path, escaped);
}
await writeFile(
	'dist/src/main.js',
	`${await readFile('node-version.js', 'utf8')}await import('./bot.js');\n`,
);
await rm('dist/src/main.js.map', { force: true });
