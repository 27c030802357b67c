import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { slashPayloads } from '../../commands/registry.js';
import { languages } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';

/** The keys of the texts that fail `isRight`. */
function wrong(isRight: (key: MessageKey) => boolean): string[] {
	return keys.filter((key) => !isRight(key));
}

function sources(): string[] {
	return ['src', 'commands'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.map((name) => join(folder, name))
			.filter((file) => file.endsWith('.ts') && !/^src\/(i18n|sandbox)\//.test(file))
			.map((file) => readFileSync(file, 'utf8')),
	);
}

const escaped = (key: string) => key.replaceAll('.', '\\.');
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name);

/** Patterns of the keys that the sources use: complete, with a part filled in, or by the path of a command. */
function usedKeys(): readonly RegExp[] {
	const source = sources().join('\n');
	return [
		...slashPayloads.flatMap(pathsOf).map((path) => new RegExp(`^command\\.${path}\\.(name|description)$`)),
		...found(source, /'([a-z]\w*(?:\.[\w-]+)+)'/g).map((key) => new RegExp(`^${escaped(key)}$`)),
		...found(source, /`([a-z]\w*\.[^`\s]*)`/g).map(
			(key) => new RegExp(`^${escaped(key).replaceAll(/\$\{[^}]*\}/g, '[^.]+')}$`),
		),
		...found(source, /\b(?:commandText|suggested)\('([\w.-]+)'/g).map(
			(path) => new RegExp(`^command\\.${escaped(path)}\\.(name|description)$`),
		),
	];
}

interface Registered {
	readonly name: string;
	readonly options?: readonly { readonly type: ApplicationCommandOptionType; readonly name: string }[];
}

const subcommandsOf = ({ options = [] }: Registered) =>
	options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand).map(({ name }) => name);

/** A command and its subcommands, by the paths of their texts. */
const pathsOf = (command: Registered) => [
	command.name,
	...subcommandsOf(command).map((sub) => `${command.name}.${sub}`),
];

describe('the texts', () => {
	it.each(languages)('in %s are never empty', (language) => {
		expect(wrong((key) => messageIn(language, key).trim() !== '')).toEqual([]);
	});

	it('are all used somewhere', () => {
		const used = usedKeys();
		// Shared texts of pages that are being rebuilt.
		const shared = (key: string) => /^(button|page)\.|^refusal\.wasOutdated$/.test(key);
		expect(keys.filter((key) => !shared(key) && !used.some((pattern) => pattern.test(key)))).toEqual([]);
	});
});

/** A command's path as a placeholder. Only commands that can be sent can be tapped, so no groups of subcommands. */
function mentionable(command: Registered): string[] {
	const paths = subcommandsOf(command).map((sub) => `${command.name}_${sub}`);
	return paths.length === 0 ? [command.name] : paths;
}

describe('a command in a text', () => {
	it.each(languages)('is a placeholder with nothing attached to it, in %s', (language) => {
		const glued = /[\p{L}\p{N}\p{M}`’'-]\{command_|\{command_\w+\}[\p{L}\p{N}\p{M}`’'-]/u;
		// If it were typed out, it wouldn't become a mention.
		const typed = /(?<![\p{L}\p{N}<}/])\/\p{L}/u;
		expect(wrong((key) => ![glued, typed].some((it) => it.test(messageIn(language, key))))).toEqual([]);
	});

	// The other languages have the same placeholders.
	it('is registered, and can be sent as named', () => {
		const known = new Set(slashPayloads.flatMap(mentionable));
		const named = (key: MessageKey) =>
			[...messageIn('en', key).matchAll(/\{command_(\w+)/g)].map(([, path = '']) => path);
		expect(keys.flatMap(named).length).toBeGreaterThan(0);
		expect(wrong((key) => named(key).every((path) => known.has(path)))).toEqual([]);
	});
});
