import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allVariables, variables } from '../../src/config.js';

// The bot must read every setting in deploy/: it would silently ignore a misspelled variable.

const textOf = (file: string): string => readFileSync(file, 'utf8');
const units = readdirSync('deploy/systemd').filter((name) => name.endsWith('.service'));

const known = new Set<string>([
	...allVariables,
	...allVariables.filter((name) => 'secret' in variables[name]).map((name) => `${name}_FILE`),
	'NODE_ENV',
]);

/** The lines of a service in compose.yaml, without its name. */
function service(name: string): string {
	const services =
		textOf('deploy/compose/compose.yaml')
			.split('\nservices:\n')[1]
			?.split(/\n(?=\S)/)[0] ?? '';
	return services.split(new RegExp(`^  ${name}:\n`, 'm'))[1]?.split(/\n {2}(?=\S)/)[0] ?? '';
}

const unitVariables = (file: string): string[] =>
	[...textOf(join('deploy/systemd', file)).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
		line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
	);

describe('the settings in deploy/', () => {
	it.each(units)('%s sets only variables that the bot reads', (file) => {
		const names = unitVariables(file);
		expect(names.length).toBeGreaterThan(4);
		expect(names.filter((name) => !known.has(name))).toEqual([]);
	});

	it('compose.yaml sets only variables that the bot reads', () => {
		const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service('bot'))?.[1] ?? '';
		const names = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name);
		expect(names.length).toBeGreaterThan(4);
		expect(names.filter((name) => !known.has(name))).toEqual([]);
	});

	it('the Dockerfile sets only variables that the bot reads, and no secret', () => {
		const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(textOf('deploy/Dockerfile'))?.[1] ?? '';
		const names = [...block.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
		expect(names).toContain('HEALTH_PORT');
		expect(names.filter((name) => !known.has(name) && name !== 'PATH')).toEqual([]);
		expect(textOf('deploy/Dockerfile')).not.toMatch(/(?:TOKEN|SECRET|API_KEY|DATABASE_URL)=/);
	});

	it('pass every secret as a file, in compose.yaml and in the units', () => {
		const secrets = allVariables.filter((name) => 'secret' in variables[name]);
		for (const text of [service('bot'), ...units.map((file) => textOf(join('deploy/systemd', file)))]) {
			for (const name of secrets) {
				expect(text).toContain(`${name}_FILE`);
				expect(text).not.toMatch(new RegExp(`${name}[=:]`));
			}
		}
	});

	it('harden every service of compose.yaml, and start only the bot by default', () => {
		const names = [
			...textOf('deploy/compose/compose.yaml').matchAll(/^ {2}([a-z]+):\n {4}<<: \*hardened$/gm),
		].map(([, name = '']) => name);
		const all = [
			...((textOf('deploy/compose/compose.yaml').split('\nservices:\n')[1] ?? '')
				.split(/\n(?=\S)/)[0]
				?.matchAll(/^ {2}([a-z]+):$/gm) ?? []),
		];
		expect(names).toEqual(all.map(([, name]) => name));
		expect(names.filter((name) => !service(name).includes('profiles:'))).toEqual(['bot']);
	});

	it('name every image with registry and version, and let Renovate pin each by its digest', () => {
		const bases = [...textOf('deploy/Dockerfile').matchAll(/^ARG (?:BUILD|RUNTIME)_IMAGE=(\S+)$/gm)];
		const images = [...textOf('deploy/compose/compose.yaml').matchAll(/^ {4}image: ([^$\s]+)$/gm)];
		const named = [...bases, ...images].map(([, image = '']) => image);
		expect(named).toHaveLength(4);
		for (const image of named)
			expect(image).toMatch(/^[\w.]+\.\w+\/[\w./-]+:[\w.-]+(?:@sha256:[0-9a-f]{64})?$/);
		const renovate = JSON.parse(textOf('.github/renovate.json')) as Record<string, unknown>;
		expect(renovate['extends']).toContain('docker:pinDigests');
		expect(renovate['ignorePaths']).toBeUndefined();
		expect(renovate['enabledManagers']).toBeUndefined();
	});
});
