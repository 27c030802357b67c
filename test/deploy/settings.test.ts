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
	'PATH',
]);

const compose = textOf('deploy/compose/compose.yaml');
const [services = ''] = compose.split('\nservices:\n')[1]?.split(/\n(?=\S)/) ?? [];

/** The lines of a service in compose.yaml, without its name. */
function service(name: string): string {
	return services.split(new RegExp(`^  ${name}:\n`, 'm'))[1]?.split(/\n {2}(?=\S)/)[0] ?? '';
}

/** The part of a file that sets variables. */
const inUnit = (text: string) => text.match(/^Environment=.*$/gm)?.join('\n');
const inCompose = () => /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service('bot'))?.[1];
const inDockerfile = (text: string) => /^ENV ((?:.*\\\n)*.*)$/m.exec(text)?.[1];

describe('the settings in deploy/', () => {
	it.each([
		...units.map((name) => [`systemd/${name}`, inUnit] as const),
		['compose/compose.yaml', inCompose],
		['Dockerfile', inDockerfile],
	] as const)('%s sets only variables that the bot reads', (file, partOf) => {
		const part = partOf(textOf(`deploy/${file}`)) ?? '';
		const names = [...part.matchAll(/(?<![^\s=])([A-Z_]+)[=:]/g)].map(([, name = '']) => name);
		expect(names.length).toBeGreaterThan(3);
		expect(names.filter((name) => !known.has(name))).toEqual([]);
	});

	it('pass every secret as a file in compose.yaml and the units, and put none into the Dockerfile', () => {
		expect(textOf('deploy/Dockerfile')).not.toMatch(/(?:TOKEN|SECRET|API_KEY|DATABASE_URL)=/);
		const secrets = allVariables.filter((name) => 'secret' in variables[name]);
		for (const text of [service('bot'), ...units.map((file) => textOf(join('deploy/systemd', file)))]) {
			for (const name of secrets) {
				expect(text).toContain(`${name}_FILE`);
				expect(text).not.toMatch(new RegExp(`${name}[=:]`));
			}
		}
	});

	it('harden every service of compose.yaml, and start only the bot by default', () => {
		const names = [...services.matchAll(/^ {2}([a-z]+):\n {4}<<: \*hardened$/gm)].map(
			([, name = '']) => name,
		);
		expect(names).toEqual([...services.matchAll(/^ {2}([a-z]+):$/gm)].map(([, name]) => name));
		expect(names.filter((name) => !service(name).includes('profiles:'))).toEqual(['bot']);
	});

	it('name every image with registry and version, and let Renovate pin each by its digest', () => {
		const bases = [...textOf('deploy/Dockerfile').matchAll(/^ARG (?:BUILD|RUNTIME)_IMAGE=(\S+)$/gm)];
		const images = [...compose.matchAll(/^ {4}image: ([^$\s]+)$/gm)];
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
