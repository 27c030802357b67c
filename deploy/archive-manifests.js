// archive-manifests.js FOLDER: writes package.json and package-lock.json for the archive of a version, without the
// workspaces, which the archive lacks, and without the scripts that need sources. `npm audit` there still sees the
// bundled packages, which are devDependencies.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder] = process.argv;
const programs = ['init', 'start', 'register', 'claims', 'doctor'];

const read = (file) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const write = (file, value) => writeFileSync(join(folder, file), `${JSON.stringify(value, null, '\t')}\n`);
const keep = (object, isKept) => Object.fromEntries(Object.entries(object).filter(isKept));

function withoutWorkspaces({ workspaces: _, ...manifest }) {
	const devDependencies = keep(manifest.devDependencies, ([name]) => !name.startsWith('@claimcheck/'));
	return { ...manifest, devDependencies };
}

const manifest = withoutWorkspaces(read('package.json'));
const scripts = keep(manifest.scripts, ([name]) => programs.includes(name));
write('package.json', { ...manifest, scripts });

const lock = read('package-lock.json');
const packages = keep(lock.packages, ([path, { link }]) => !link && !path.startsWith('packages/'));
write('package-lock.json', { ...lock, packages: { ...packages, '': withoutWorkspaces(packages['']) } });
