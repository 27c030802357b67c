import { ButtonStyle, ComponentType, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LocalDiscord } from '../src/local-discord.js';
import { api } from './raw-api.js';
import { startDiscord } from './real-client.js';

let discord: LocalDiscord;
let channelId: string;

beforeEach(async () => {
	discord = await startDiscord();
	channelId = [...discord.createGuild({ name: 'Studio' }).channels.keys()][0] ?? '';
});

const row = (...components: unknown[]) => ({ components: [{ type: ComponentType.ActionRow, components }] });
const button = (more: object) => ({
	type: ComponentType.Button,
	style: ButtonStyle.Primary,
	label: 'Go',
	...more,
});
const options = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ label: `Option ${at}`, value: `${at}` }));
const select = (more: object) => ({
	type: ComponentType.StringSelect,
	custom_id: 's',
	options: options(2),
	...more,
});
const v2 = (...components: unknown[]) => ({ flags: MessageFlags.IsComponentsV2, components });
const text = (content: string) => ({ type: ComponentType.TextDisplay, content });

describe('Discord refuses', () => {
	test.each<[string, object, string, string]>([
		['content over 2000 characters', { content: 'x'.repeat(2001) }, 'content', 'BASE_TYPE_MAX_LENGTH'],
		[
			'6000 characters over all embeds',
			{ embeds: [{ description: 'x'.repeat(3000) }, { description: 'x'.repeat(3001) }] },
			'embeds',
			'MAX_EMBED_SIZE_EXCEEDED',
		],
		[
			'a picture by another scheme',
			{ embeds: [{ image: { url: 'ftp://example.com/a.png' } }] },
			'embeds.0.image.url',
			'URL_TYPE_INVALID_SCHEME',
		],
		[
			'a picture that is no address',
			{ embeds: [{ image: { url: 'a.png' } }] },
			'embeds.0.image.url',
			'URL_TYPE_INVALID_URL',
		],
		[
			'a button without a custom_id',
			row(button({})),
			'components.0.components.0.custom_id',
			'BASE_TYPE_REQUIRED',
		],
		[
			'a button with neither label nor emoji',
			row(button({ custom_id: 'a', label: '' })),
			'components.0.components.0',
			'BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI',
		],
		[
			'a link with a custom_id',
			row(button({ style: ButtonStyle.Link, url: 'https://example.com', custom_id: 'a' })),
			'components.0.components.0.custom_id',
			'COMPONENT_FIELD_FORBIDDEN',
		],
		[
			'a link to anywhere but the web',
			row(button({ style: ButtonStyle.Link, url: 'javascript://x' })),
			'components.0.components.0.url',
			'URL_TYPE_INVALID_SCHEME',
		],
		[
			'two components of one custom_id',
			row(button({ custom_id: 'a' }), button({ custom_id: 'a' })),
			'components.0.components.1.custom_id',
			'COMPONENT_CUSTOM_ID_DUPLICATED',
		],
		[
			'a select beside a button',
			row(button({ custom_id: 'a' }), select({})),
			'components.0.components',
			'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
		],
		[
			'an option twice',
			row(select({ options: [...options(1), ...options(1)] })),
			'components.0.components.0.options.1.value',
			'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
		],
		[
			'more choices than options',
			row(select({ max_values: 3 })),
			'components.0.components.0.max_values',
			'SELECT_COMPONENT_MAX_VALUES_INVALID',
		],
		[
			'six rows',
			{ components: Array.from({ length: 6 }, (_, at) => row(button({ custom_id: `${at}` })).components[0]) },
			'components',
			'BASE_TYPE_BAD_LENGTH',
		],
		[
			'new components without their flag',
			{ content: 'x', components: [text('x')] },
			'components.0.type',
			'UNION_TYPE_CHOICES',
		],
		[
			'new components with content',
			{ content: 'x', ...v2(text('x')) },
			'content',
			'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
		],
		[
			'4001 characters of text',
			v2(text('x'.repeat(2000)), text('x'.repeat(2001))),
			'components',
			'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
		],
		[
			'41 components',
			v2(
				...Array.from({ length: 3 }, () => ({
					type: ComponentType.Container,
					components: Array(13).fill(text('x')),
				})),
			),
			'components',
			'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
		],
		[
			'a gallery that shows a file which is not attached',
			v2({ type: ComponentType.MediaGallery, items: [{ media: { url: 'attachment://a.png' } }] }),
			'components.0',
			'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
		],
		[
			'an embed of white space',
			{ embeds: [{ title: ' ', description: ' \n' }] },
			'embeds.0.description',
			'BASE_TYPE_REQUIRED',
		],
		[
			'all mentions of users, and some',
			{ content: 'x', allowed_mentions: { parse: ['users'], users: ['100000000000000001'] } },
			'allowed_mentions',
			'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
		],
		[
			'the flag that only answers can carry',
			{ content: 'x', flags: MessageFlags.Ephemeral },
			'flags',
			'MESSAGE_FLAGS_INVALID',
		],
	])('%s', async (_, message, path, code) => {
		const answer = await api(discord, 'POST', `/channels/${channelId}/messages`, message);
		expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
		expect(errorCodesAt(answer.body, path)).toEqual(expect.arrayContaining([expect.stringContaining(code)]));
		expect(discord.messages.inChannel(channelId)).toEqual([]);
	});

	test.each([
		'http://localhost/x.png',
		'http://studio:8080/x.png',
		'https://my_studio.example.com/x.png',
		'https://-studio.example.com/x.png',
		'https://studio.example.c0m/x.png',
		'https://example.com:8/x.png',
		'https://example.com/a[1].png',
		'https://example.com/a|b.png',
		'https://example.com/a^b.png',
		'https://example.com/{id}.png',
		'https://example.com/?q=<b>',
	])('the address %s in any place, and with it the whole message', async (url) => {
		const bodies = [
			{ embeds: [{ title: 'x', image: { url } }] },
			{ embeds: [{ title: 'x', url }] },
			v2({ type: ComponentType.MediaGallery, items: [{ media: { url } }] }),
			{ content: 'x', ...row(button({ style: ButtonStyle.Link, url })) },
		];
		for (const body of bodies) {
			const answer = await api(discord, 'POST', `/channels/${channelId}/messages`, body);
			expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
			expect(JSON.stringify(answer.body)).toContain('URL_TYPE_INVALID_URL');
		}
	});

	test.each([
		['none where one must be chosen', { default_values: [] }],
		['two where one may be chosen', { default_values: ['1', '2'] }],
	])('a select of roles with defaults out of its range: %s', async (_, { default_values: ids }) => {
		const roles = {
			type: ComponentType.RoleSelect,
			custom_id: 'r',
			default_values: ids.map((id) => ({ id: `10000000000000000${id}`, type: 'role' })),
		};
		const answer = await api(discord, 'POST', `/channels/${channelId}/messages`, row(roles));
		expect(errorCodesAt(answer.body, 'components.0.components.0.default_values')).toEqual([
			'BASE_TYPE_BAD_LENGTH',
		]);
		const { default_values: _defaults, ...without } = roles;
		expect((await api(discord, 'POST', `/channels/${channelId}/messages`, row(without))).status).toBe(200);
		const none = row({ ...roles, min_values: 0, max_values: 2 });
		expect((await api(discord, 'POST', `/channels/${channelId}/messages`, none)).status).toBe(200);
	});

	const section = (accessory: object, ...components: unknown[]) =>
		v2({ type: ComponentType.Section, components, accessory });

	test.each<[string, object, string]>([
		['a text of spaces', v2(text('  ')), 'BASE_TYPE_REQUIRED'],
		['a button outside of a row', v2(button({ custom_id: 'a' })), 'UNION_TYPE_CHOICES'],
		[
			'one number for two components',
			v2({ ...text('x'), id: 4 }, { ...text('y'), id: 4 }),
			'COMPONENT_ID_DUPLICATED',
		],
		[
			'an emoji that is none',
			v2(row(button({ custom_id: 'a', emoji: { name: 'lamp' } })).components[0]),
			'BUTTON_COMPONENT_INVALID_EMOJI',
		],
		[
			'one custom_id in a section and in a row',
			v2(
				...section(button({ custom_id: 'a' }), text('x')).components,
				row(button({ custom_id: 'a' })).components[0],
			),
			'COMPONENT_CUSTOM_ID_DUPLICATED',
		],
	])('components: %s', async (_, body, code) => {
		const answer = await api(discord, 'POST', `/channels/${channelId}/messages`, body);
		expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
		expect(JSON.stringify(answer.body)).toContain(code);
	});

	test('an edit that leaves nothing, and one that leaves old content next to new components', async () => {
		const sent = await api(discord, 'POST', `/channels/${channelId}/messages`, { content: 'x' });
		const path = `/channels/${channelId}/messages/${(sent.body as { id: string }).id}`;
		expect((await api(discord, 'PATCH', path, { content: null })).body).toMatchObject({ code: 50006 });
		expect((await api(discord, 'PATCH', path, v2(text('y')))).body).toMatchObject({ code: 50035 });
		const withEmbed = await api(discord, 'PATCH', path, { embeds: [{ title: 'x' }] });
		expect(withEmbed.status).toBe(200);
		expect((await api(discord, 'PATCH', path, { content: null, ...v2(text('y')) })).body).toMatchObject({
			errors: { embeds: {} },
		});
		const emptied = { content: null, embeds: [] };
		expect((await api(discord, 'PATCH', path, { ...emptied, components: [text('y')] })).status).toBe(400);
		expect((await api(discord, 'PATCH', path, { ...emptied, ...v2(text('y')) })).status).toBe(200);
	});

	test('turning a message of components back', async () => {
		const sent = await api(discord, 'POST', `/channels/${channelId}/messages`, v2(text('x')));
		const path = `/channels/${channelId}/messages/${(sent.body as { id: string }).id}`;
		const refused = async (body: object) =>
			expect((await api(discord, 'PATCH', path, body)).status).toBe(400);
		await refused({ flags: 0, components: [], content: 'x' });
		await refused({ flags: 0 });
		await refused({ content: 'x' });
		await refused({ embeds: [{ title: 'x' }] });
		await refused({ components: [] });
		// The new message needs no flag to stay ephemeral.
		const edited = await api(discord, 'PATCH', path, { components: [text('y')] });
		expect(edited).toMatchObject({ status: 200, body: { flags: MessageFlags.IsComponentsV2 } });
	});
});

test.each<[string, object]>([
	[
		'everything at its limit',
		{ content: 'x'.repeat(2000), embeds: [{ title: 'x'.repeat(256), description: 'x'.repeat(4096) }] },
	],
	['4096 code points', { embeds: [{ title: '🟦'.repeat(256), description: '🟦'.repeat(4096) }] }],
	['4000 code points of text', v2(text('🟦'.repeat(4000)))],
	...[
		'http://127.0.0.1:45211/media/1/thumbnail.png',
		'http://[::1]:8080/a.png',
		'https://example.com',
		'https://a.b-c.example.co.uk:443/p/a%20b.png?x=1&y=(2)#top',
		'https://xn--mnchen-3ya.example/',
		'https://user@example.com/',
	].map((url): [string, object] => [
		`the address ${url}`,
		{ embeds: [{ url, title: 'x', image: { url } }], ...row(button({ style: ButtonStyle.Link, url })) },
	]),
	[
		'as many components as there may be, and an emoji on a button',
		v2({
			type: ComponentType.Container,
			components: [
				...Array.from({ length: 37 }, () => text('x')),
				row(button({ custom_id: 'a', emoji: { name: '↩️' } })).components[0],
			],
		}),
	],
])('Discord accepts %s', async (_, message) => {
	const answer = await api(discord, 'POST', `/channels/${channelId}/messages`, message);
	expect(answer).toMatchObject({ status: 200 });
	expect(discord.messages.inChannel(channelId)).toHaveLength(1);
});

/** Discord's codes at a dotted path of the nested errors. */
function errorCodesAt(body: unknown, path: string): string[] {
	let node: unknown = (body as { errors: unknown }).errors;
	for (const key of path.split('.')) node = (node as Record<string, unknown> | undefined)?.[key];
	const list = (node as { _errors?: { code: string }[] } | undefined)?._errors ?? [];
	return list.map((error) => error.code);
}

describe('a message', () => {
	const send = (body: object) => api(discord, 'POST', `/channels/${channelId}/messages`, body);

	test('is trimmed, and refused if nothing is left', async () => {
		const kept = await send({ content: ' x \n', embeds: [{ title: ' y ' }] });
		expect(kept.body).toMatchObject({ content: 'x', embeds: [{ title: 'y' }] });
		expect(await send({ content: ' \n\t' })).toMatchObject({ status: 400, body: { code: 50006 } });
	});

	test('has at most ten files', async () => {
		const upload = (count: number) => {
			const form = new FormData();
			form.set('payload_json', '{}');
			for (let at = 0; at < count; at += 1) form.set(`files[${at}]`, new Blob(['x']), `${at}.txt`);
			return send(form);
		};
		const guild = [...discord.guilds.values()][0];
		guild?.setRolePermissions(guild.botRole.id, PermissionFlagsBits.Administrator);
		expect((await upload(10)).status).toBe(200);
		expect(await upload(11)).toMatchObject({ status: 400, body: { code: 30015 } });
	});
});
