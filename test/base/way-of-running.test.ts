import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wayOfRunning, withOwnCommands } from '../../src/base/terminal.js';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { keys } from '../i18n/text-rules.js';

let scratch: string;
const place = (name: string) => join(scratch, name);
beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'claimcheck-way-'));
	for (const name of ['checkout', 'panel', 'image', 'archive/bin'])
		await mkdir(place(name), { recursive: true });
	await writeFile(place('checkout/.env'), '');
	await writeFile(place('panel/index.js'), '');
	await writeFile(place('archive/start.sh'), '');
	await symlink('/data/.env', place('image/.env'));
});
afterAll(() => rm(scratch, { recursive: true }));

describe('the way of running', () => {
	it.each([
		['checkout', 'bin/node', 'npm start', 'npm run doctor', 'npm run claims -- backup FILE'],
		['panel', 'bin/node', 'node index.js', 'node index.js doctor', 'node index.js claims-cli backup FILE'],
		['checkout', 'archive/bin/node', './start.sh', './start.sh doctor', './start.sh claims-cli backup FILE'],
		[
			'image',
			'bin/node',
			'docker start CONTAINER',
			'docker exec CONTAINER node dist/src/doctor.js',
			'docker exec CONTAINER node dist/src/claims-cli.js backup FILE',
		],
	])('is recognized from the files: %s, %s', (folder, node, start, doctor, backup) => {
		const way = wayOfRunning(place(folder), place(node));
		expect(withOwnCommands('Type npm start here.', way)).toBe(`Type ${start} here.`);
		expect(withOwnCommands('Run `npm run doctor`.', way)).toBe(`Run \`${doctor}\`.`);
		expect(withOwnCommands('`npm run claims -- backup FILE`', way)).toBe(`\`${backup}\``);
	});

	it('leaves npm out of each text if the bot doesn’t have it', () => {
		const way = wayOfRunning(place('panel'), place('bin/node'));
		const texts = languages.flatMap((language) => keys.map((key) => messageIn(language, key)));
		const named = texts.filter((text) => text.includes('npm'));
		expect(named.length).toBeGreaterThan(languages.length);
		expect(named.map((text) => withOwnCommands(text, way)).filter((text) => text.includes('npm'))).toEqual(
			[],
		);
	});
});
