import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

// node deploy/release-notes.ts v1.2.0 [--image NAME@sha256:… FILE…]: prints the notes of a release, with the sizes of the
// files to download, for the workflow that publishes it. Ends with 1 if the tag, package.json and CHANGELOG.md do not
// agree: then nothing is published.

/**
 * The section of the change log about the version that `tag` names. Throws where the tag is not `v` and the version, or
 * where there is no such section, or an empty one.
 */
export function notesFor(tag: string, version: string, changelog: string): string {
	if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has ${version}`);
	const sections = changelog.split(/^## /m).slice(1);
	const isIt = (section: string): boolean => section.split('\n')[0]?.split(/[\s(,]/)[0] === version;
	const notes = sections.find(isIt)?.split('\n').slice(1).join('\n').trim();
	if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}`);
	return `${notes}\n`;
}

/** How to get the image and to check where it comes from. `image`: its name and digest. */
export function imageNotes(image: string, repository: string): string {
	return `
## Image

\`\`\`sh
docker pull ${image}
cosign verify ${image} \\
  --certificate-oidc-issuer https://token.actions.githubusercontent.com \\
  --certificate-identity-regexp '^https://github.com/${repository}/.github/workflows/release.yml@refs/tags/v'
gh attestation verify oci://${image} --repo ${repository}
\`\`\`
`;
}

const downloads = [
	['claimcheck-windows-x64.zip', 'Windows: unpack, then double-click `start`'],
	['claimcheck-macos-arm64.tar.gz', 'macOS on an Apple chip: the same'],
	['claimcheck-linux-x64.tar.gz', 'Linux: unpack, then run `start.sh`'],
	['claimcheck-linux-arm64.tar.gz', 'Linux on ARM, such as a Raspberry Pi'],
	['claimcheck-panel-x64.tar.gz', 'a bot panel: upload and unpack'],
	['claimcheck-panel-arm64.tar.gz', 'a bot panel on ARM'],
] as const;

/** The table of downloads. `sizes`: bytes by file name. Throws if a file is missing. */
export function downloadNotes(sizes: ReadonlyMap<string, number>, repository: string): string {
	const rows = downloads.map(([file, purpose]) => {
		const bytes = sizes.get(file);
		if (bytes === undefined) throw new Error(`${file} is missing`);
		return `| \`${file}\` | ${purpose} | ${Math.ceil(bytes / 1e6)} MB |`;
	});
	return `
## Downloads

| File | For | Size |
|---|---|---|
${rows.join('\n')}

They contain Node.js, except those for panels. To check where a file was built: \`gh attestation verify FILE --repo ${repository}\`
`;
}

/** How to install the archive, and to check where it comes from. `version`: without the `v`. */
export function archiveNotes(version: string, repository: string): string {
	const folder = `claimcheck-${version}`;
	return `
## Archive

The built bot, without its development tools:

\`\`\`sh
gh attestation verify ${folder}.tar.gz --repo ${repository}
tar -xzf ${folder}.tar.gz
cd ${folder}
npm ci --omit=dev
npm run init
\`\`\`
`;
}

function main([tag = '', option, image, ...files]: readonly string[]): void {
	const root = join(import.meta.dirname, '..');
	const read = (file: string): string => readFileSync(join(root, file), 'utf8');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	process.stdout.write(notesFor(tag, version, read('CHANGELOG.md')));
	const repository = process.env['GITHUB_REPOSITORY'] ?? 'OWNER/claimcheck';
	if (option === '--image' && image !== undefined) {
		const sizes = new Map(files.map((file) => [basename(file), statSync(file).size]));
		process.stdout.write(downloadNotes(sizes, repository));
		process.stdout.write(imageNotes(image, repository));
	}
	process.stdout.write(archiveNotes(version, repository));
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
