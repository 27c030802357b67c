// archive.js SYSTEM [--node FOLDER] [--glibc 2.31]: packs the built bot, its packages included, as
// dist/archives/claimcheck-SYSTEM.zip or .tar.gz, and prints its name. Before it: npm ci && npm run build
//
// windows-x64, macos-arm64, linux-x64 and linux-arm64 get the Node.js in FOLDER, unpacked from nodejs.org, and a starter
// to double-click. panel-x64 and panel-arm64 are for bot panels, which bring Node.js and run `npm install` at each start:
// it has nothing to fetch.
//
// SQLite's driver is machine code of the system that it was installed on, so each archive is packed on its own. The
// driver that its authors publish needs glibc 2.38, newer than Debian 12's. So the release compiles it, for Linux in a
// container with glibc 2.31, and --glibc refuses a driver that needs a newer one.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const systems = {
	'windows-x64': { ending: 'zip', node: 'node.exe', starter: 'start.cmd' },
	'macos-arm64': { ending: 'tar.gz', node: 'bin/node', starter: 'start.command' },
	'linux-x64': { ending: 'tar.gz', node: 'bin/node', starter: 'start.sh' },
	'linux-arm64': { ending: 'tar.gz', node: 'bin/node', starter: 'start.sh' },
	'panel-x64': { ending: 'tar.gz' },
	'panel-arm64': { ending: 'tar.gz' },
};

/** The packages that the bundle lacks, and what they load. The binary of resvg is a package for each system. */
const packages = [
	'sqlite3',
	'bindings',
	'file-uri-to-path',
	'@expo-google-fonts/abel',
	...readdirSync('node_modules/@resvg').map((name) => `@resvg/${name}`),
];
const driver = 'sqlite3/build/Release/node_sqlite3.node';

/** For compilers and editors, and what the driver was made from. */
const isNeeded = (path) =>
	!/\.(?:map|d\.[cm]?ts)$|[/\\]sqlite3[/\\](?:deps|src|node-addon-api|build[/\\](?!Release$|Release[/\\]node_sqlite3\.node$)|binding\.gyp$)/.test(
		path,
	);

/** @returns the second number of the newest glibc 2.x that the driver names, 0 on other systems */
function newestGlibc(file) {
	const versions = readFileSync(file, 'latin1').matchAll(/GLIBC_2\.(\d+)/g);
	return Math.max(0, ...[...versions].map(([, minor]) => Number(minor)));
}

/** Writes the contents of the archive of a system into an empty folder. */
function fill(folder, { node, starter }, nodeFolder) {
	const copy = (from, to = from) =>
		cpSync(from, join(folder, to), { recursive: true, dereference: true, filter: isNeeded });
	const write = (name, text) => writeFileSync(join(folder, name), text);
	for (const name of ['dist/src', 'dist/licences', 'LICENSE']) copy(name);
	// Not beside package.json, where `npm install` would remove what it doesn't name.
	for (const name of packages) copy(`node_modules/${name}`, `dist/node_modules/${name}`);
	const { name, version, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
	const manifest = { name, version, private: true, license, type, engines, main: 'index.js' };
	write('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
	// Its argument is the name of a program, a file in dist/src.
	copy('deploy/starter/index.js', 'index.js');
	if (starter === undefined) return;
	copy(join(nodeFolder, node), join('bin', node.replace('bin/', '')));
	copy(join(nodeFolder, 'LICENSE'), 'bin/LICENSE');
	const isWindows = starter.endsWith('.cmd');
	const text = readFileSync(`deploy/starter/start.${isWindows ? 'cmd' : 'sh'}`, 'utf8');
	// cmd.exe misreads files without carriage returns.
	write(starter, isWindows ? text.replaceAll('\n', '\r\n') : text);
	chmodSync(join(folder, starter), 0o755);
}

/** @returns the file's path */
function pack(name, { node: nodeFolder, glibc }) {
	const system = Object.hasOwn(systems, name) ? systems[name] : undefined;
	if (system === undefined) throw new Error(`SYSTEM is one of ${Object.keys(systems).join(', ')}`);
	if (system.starter !== undefined && nodeFolder === undefined) throw new Error('--node is missing');
	const needed = newestGlibc(join('node_modules', driver));
	if (glibc !== undefined && needed > Number(glibc.replace(/^2\./, '')))
		throw new Error(`SQLite’s driver needs glibc 2.${needed}`);
	const archives = 'dist/archives';
	const folder = `claimcheck-${name}`;
	rmSync(join(archives, folder), { recursive: true, force: true });
	mkdirSync(join(archives, folder), { recursive: true });
	fill(join(archives, folder), system, nodeFolder);
	const file = `${folder}.${system.ending}`;
	// A panel unpacks an archive where its files have to lie. Windows’ own tar writes a ZIP file if the name says so.
	const contents =
		system.starter === undefined ? ['-C', folder, ...readdirSync(join(archives, folder))] : [folder];
	// By its path, since Git brings another tar, without ZIP.
	const tar = process.platform === 'win32' ? join(process.env.SystemRoot, 'System32/tar.exe') : 'tar';
	const { status } = spawnSync(tar, ['-acf', file, ...contents], { cwd: archives, stdio: 'inherit' });
	if (status !== 0) throw new Error(`tar ended with ${status}`);
	return join(archives, file);
}

try {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { node: { type: 'string' }, glibc: { type: 'string' } },
	});
	process.stdout.write(`${pack(positionals[0] ?? '', values)}\n`);
} catch (error) {
	process.stderr.write(`archive.js: ${error.message}\n`);
	process.exitCode = 1;
}
