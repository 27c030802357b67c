import { REST, Routes } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { startDiscord } from './real-client.js';

interface Shown {
	readonly id: string;
	readonly version: string;
	readonly name: string;
}

let discord: LocalDiscord;
let clock: ManualClock;
let rest: REST;
let guildId: string;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
	guildId = discord.createGuild({ name: 'Studio' }).id;
	rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
});

const command = (name: string, more: object = {}) => ({ name, description: 'Does it', ...more });
const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'What', ...more });
const put = (commands: readonly unknown[]) =>
	rest.put(Routes.applicationGuildCommands(discord.applicationId, guildId), { body: commands }) as Promise<
		Shown[]
	>;
const names = () => discord.commands.list(guildId).map((entry) => entry.body.name);

describe('registering', () => {
	test('replaces the whole set and keeps the ids of names that stay', async () => {
		const [join] = await put([command('join'), command('item')]);
		const [changed] = await put([command('join', { description: 'Does more' })]);
		expect(names()).toEqual(['join']);
		expect(changed?.id).toBe(join?.id);
		expect(changed?.version).not.toBe(join?.version);
		expect(discord.events.all('commands-registered').at(-1)).toMatchObject({ guildId, names: ['join'] });
	});

	test('globally shows defaults, and localizations only on request', async () => {
		const path = Routes.applicationCommands(discord.applicationId);
		await rest.put(path, {
			body: [
				command('join', {
					name_localizations: { de: 'prüfen' },
					default_member_permissions: '32',
					options: [option('code', { required: false })],
				}),
			],
		});
		const [plain] = (await rest.get(path)) as Record<string, unknown>[];
		expect(plain).toMatchObject({
			type: 1,
			nsfw: false,
			default_member_permissions: '32',
			contexts: null,
			integration_types: [0],
			options: [{ type: 3, name: 'code', description: 'What' }],
		});
		expect(plain).not.toHaveProperty('name_localizations');
		const query = new URLSearchParams({ with_localizations: 'true' });
		expect(await rest.get(path, { query })).toMatchObject([{ name_localizations: { de: 'prüfen' } }]);
	});

	test('stops at 200 new names a day, not counting known names', async () => {
		for (let round = 0; round < 4; round += 1) {
			await put(Array.from({ length: 50 }, (_, at) => command(`round${round}-${at}`)));
		}
		await put(Array.from({ length: 50 }, (_, at) => command(`round3-${at}`, { description: 'Again' })));
		await expect(put([command('one-more')])).rejects.toMatchObject({ code: 30034 });
		clock.advance(24 * 60 * 60 * 1000);
		await expect(put([command('one-more')])).resolves.toHaveLength(1);
	});

	test('is refused for a server that the bot is not in', async () => {
		const path = Routes.applicationGuildCommands(discord.applicationId, '100000000000000001');
		await expect(rest.put(path, { body: [] })).rejects.toMatchObject({ code: 50001 });
	});

	test.each<[string, unknown, string]>([
		['a name with capitals', command('Join'), 'APPLICATION_COMMAND_INVALID_NAME'],
		[
			'a localised name with capitals',
			command('join', { name_localizations: { de: 'Prüfen' } }),
			'APPLICATION_COMMAND_INVALID_NAME',
		],
		[
			'an option name with a space',
			command('join', { options: [option('the code')] }),
			'APPLICATION_COMMAND_INVALID_NAME',
		],
		['no description', { name: 'join' }, 'BASE_TYPE_REQUIRED'],
		[
			'a required option after an optional one',
			command('join', { options: [option('a'), option('b', { required: true })] }),
			'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
		],
		[
			'one option name twice',
			command('join', { options: [option('a'), option('a')] }),
			'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'an option that is named in a language as another is by default',
			command('join', {
				options: [option('code'), option('name', { name_localizations: { de: 'code' } })],
			}),
			'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'two options of one name in a language',
			command('join', {
				options: ['code', 'name'].map((name) => option(name, { name_localizations: { de: 'wort' } })),
			}),
			'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'choices beside autocomplete',
			command('join', {
				options: [option('a', { autocomplete: true, choices: [{ name: 'x', value: 'x' }] })],
			}),
			'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE',
		],
		[
			'an option beside a subcommand',
			command('join', { options: [option('a'), { type: 1, name: 'b', description: 'x' }] }),
			'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
		],
		[
			'a minimum above the maximum',
			command('join', { options: [option('a', { type: 4, min_value: 2, max_value: 1 })] }),
			'APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID',
		],
		[
			'a shortest length above the longest',
			command('join', { options: [option('a', { min_length: 2, max_length: 1 })] }),
			'APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_INVALID',
		],
		[
			'a context menu entry with a description',
			{ type: 2, name: 'Profile', description: 'x' },
			'APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN',
		],
	])('refuses %s', async (_, body, code) => {
		const refusal = await put([body]).catch((error: { code: number; rawError: unknown }) => error);
		expect(refusal).toMatchObject({ code: 50035 });
		expect(JSON.stringify((refusal as { rawError: unknown }).rawError)).toContain(`"${code}"`);
		expect(names()).toEqual([]);
	});

	test.each([
		['slash commands', 1, 100],
		['entries of a member’s menu', 2, 15],
		['entries of a message’s menu', 3, 15],
	])('limits the number of %s', async (_, type, most) => {
		const entries = (count: number) =>
			Array.from({ length: count }, (_entry, at) =>
				type === 1 ? command(`c${at}`) : { type, name: `Entry ${at}` },
			);
		await expect(put(entries(most + 1))).rejects.toMatchObject({ code: 30032 });
		await expect(put(entries(most))).resolves.toHaveLength(most);
		const path = Routes.applicationGuildCommands(discord.applicationId, guildId);
		await expect(rest.post(path, { body: entries(most + 1).at(-1) })).rejects.toMatchObject({
			code: 30032,
		});
	});

	test('refuses one name twice, and anything that isn’t a list', async () => {
		await expect(put([command('join'), command('join')])).rejects.toMatchObject({ code: 50035 });
		const path = Routes.applicationGuildCommands(discord.applicationId, guildId);
		await expect(rest.put(path, { body: command('join') })).rejects.toMatchObject({ code: 50035 });
	});
});

test('a localization that equals the default is ignored, as the documentation says', async () => {
	const choices = [{ name: 'x', name_localizations: { de: 'x', fr: 'y' }, value: 'x' }];
	const localised = {
		name_localizations: { de: 'join', fr: 'valider' },
		description_localizations: { de: 'Does it' },
		options: [option('code', { name_localizations: { fr: 'code' }, choices })],
	};
	await put([command('join', localised)]);
	const query = new URLSearchParams({ with_localizations: 'true' });
	const path = Routes.applicationGuildCommands(discord.applicationId, guildId);
	expect(await rest.get(path, { query })).toMatchObject([
		{
			name_localizations: { fr: 'valider' },
			description_localizations: null,
			options: [{ name_localizations: null, choices: [{ name_localizations: { fr: 'y' } }] }],
		},
	]);
});
