import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Each bundled package keeps its licence, and a package.json with its name and version, in FOLDER/NAME@VERSION: scanners
// that look for known vulnerabilities, or list what an image contains, find packages by that file.

/** Some packages are published without the text of their licence, or have it in their README. */
async function licenceWithoutFile(folder, { name, license }) {
	const readme = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '');
	if (/Permission is hereby granted/.test(readme)) return readme;
	if (license !== 'MIT') throw new Error(`${name} (${license}) has no text of its licence`);
	const [, terms] = (await readFile('LICENSE', 'utf8')).split(/^Copyright .*\n/m);
	return `MIT License\n\nCopyright (c) the authors of ${name}\n${terms}`;
}

/** @param metafile esbuild's, of the bundle */
export async function writeLicences(metafile, target) {
	const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
	const folders = new Set(inputs.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
	for (const folder of folders) {
		const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
		const { name, version, license } = manifest;
		const own = join(target, `${name}@${version}`);
		await mkdir(own, { recursive: true });
		await writeFile(join(own, 'package.json'), `${JSON.stringify({ name, version, license })}\n`);
		const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
		for (const file of files) await copyFile(join(folder, file), join(own, file));
		if (files.length === 0) await writeFile(join(own, 'LICENSE'), await licenceWithoutFile(folder, manifest));
	}
}
