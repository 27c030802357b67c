import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// After the bundle: the licences of everything in it, all of which must be passed on with copies. esbuild collects the
// comments of only some files of some packages; fonts have none.

const [metafile, target] = process.argv.slice(2);
const { inputs } = JSON.parse(readFileSync(metafile, 'utf8'));
rmSync(metafile);

const folders = new Set(
	Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
);
const texts = [...folders].sort().map((folder) => {
	const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const title = `${name} ${version} (${license})`;
	const file = join(folder, 'LICENSE');
	if (existsSync(file)) return `${title}\n\n${readFileSync(file, 'utf8').trim()}`;
	if (license !== 'MIT') throw new Error(`${name} comes without its licence`);
	return `${title}\n\nCopyright ${author?.name ?? author}\n\n${mit()}`;
});
writeFileSync(target, `${texts.join(`\n\n${'='.repeat(80)}\n\n`)}\n`);

/** The terms of the MIT licence, for a package that names it without its text: this package's own has them too. */
function mit() {
	const own = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8');
	return own.slice(own.indexOf('Permission is hereby granted')).trim();
}
