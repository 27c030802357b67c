// Prints the packages that the built bot runs with, one folder a line, or ends with 1 if one is not installed. `npm ls`
// can't do that: it fails if the workspaces, which are for development, or their packages are absent.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const found = new Set();

function addDependenciesOf(owner) {
	const manifest = JSON.parse(readFileSync(join(owner, 'package.json'), 'utf8'));
	const { dependencies, optionalDependencies = {} } = manifest;
	for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
		const folder = folderOf(owner, name);
		if (folder === undefined) {
			// Optional ones are for other systems.
			if (name in optionalDependencies) continue;
			process.stderr.write(`${name} is missing, which ${manifest.name} needs\n`);
			process.exitCode = 1;
		} else if (!found.has(folder)) {
			found.add(folder);
			process.stdout.write(`${folder}\n`);
			addDependenciesOf(folder);
		}
	}
}

/** As Node.js finds a package from inside another one. */
function folderOf(owner, name) {
	const owners = owner.split(/(?:^|\/)node_modules\//).slice(1);
	for (let depth = owners.length; depth >= 0; depth -= 1) {
		const folder = [...owners.slice(0, depth), name].map((each) => `node_modules/${each}`).join('/');
		if (existsSync(join(folder, 'package.json'))) return folder;
	}
	return undefined;
}

addDependenciesOf('');
