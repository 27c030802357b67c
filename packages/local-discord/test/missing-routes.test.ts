import { ComponentType } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../src/local-discord.js';
import { api, userAgent } from './raw-api.js';
import { startDiscord } from './real-client.js';

/** A local Discord that the test closes itself. */
async function open(): Promise<LocalDiscord> {
	const discord = await startLocalDiscord();
	onTestFinished(() => discord.close().catch(() => undefined));
	return discord;
}

test.each([
	['GET', '/guilds/{guild_id}/audit-logs', (id: string) => `/guilds/${id}/audit-logs?limit=1`],
	['GET', '/guilds/{guild_id}/members/search', (id: string) => `/guilds/${id}/members/search?query=a`],
	[
		'PUT',
		'/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
		(id: string) => `/channels/${id}/messages/${id}/reactions/%F0%9F%91%8D/@me`,
	],
])(
	'a route that isn’t implemented gets a distinct response and makes closing fail: %s %s',
	async (method, template, path) => {
		const discord = await open();
		const guild = discord.createGuild({ name: 'Studio' });
		const answer = await api(discord, method, path(guild.id));
		expect(answer).toMatchObject({
			status: 501,
			body: { message: expect.stringContaining(`not built yet: ${method} ${template}`) },
		});
		expect(discord.calls.missing).toEqual([`not built yet: ${method} ${template}`]);
		discord.calls.clear();
		await expect(discord.close()).rejects.toThrow(`not built yet: ${method} ${template}`);
	},
);

test('a route that Discord does not have returns 404, as at Discord, and makes closing fail too', async () => {
	const discord = await open();
	const answer = await api(discord, 'POST', '/webhooks/1/secret-token/nonsense');
	expect(answer).toMatchObject({ status: 404, body: { message: '404: Not Found', code: 0 } });
	const failure: unknown = await discord.close().catch((error: unknown) => error);
	expect(String(failure)).toContain('no such route at Discord: POST /webhooks/1/…/nonsense');
	expect(String(failure)).not.toContain('secret-token');
});

test.each<[string, object]>([
	['replies to a message', { message_reference: { message_id: '100000000000000001' } }],
	['footer of an embed', { embeds: [{ title: 'x', footer: { text: 'y' } }] }],
])('%s: makes closing fail, since nothing here shows it', async (part, more) => {
	const discord = await open();
	const [channelId] = discord.createGuild({ name: 'Studio' }).channels.keys();
	const body = { content: 'x', ...more };
	expect((await api(discord, 'POST', `/channels/${channelId}/messages`, body)).status).toBe(200);
	await expect(discord.close()).rejects.toThrow(`not built yet: ${part}`);
});

test('a form with a field that nobody here can fill in makes closing fail', async () => {
	const discord = await open();
	const guild = discord.createGuild({ name: 'Studio' });
	discord.commands.replace(guild.id, [{ name: 'ask', description: 'Asks' }]);
	const asked = discord.person(guild).chatInput('ask');
	const options = ['one', 'two'].map((value) => ({ value, label: value }));
	const component = { type: ComponentType.RadioGroup, custom_id: 'which', options };
	const components = [{ type: ComponentType.Label, label: 'Which', component }];
	const data = { title: 'Ask', custom_id: 'ask', components };
	await api(discord, 'POST', `/interactions/${asked.id}/${asked.token}/callback`, { type: 9, data });
	expect((await asked.modalOpened()).title).toBe('Ask');
	await expect(discord.close()).rejects.toThrow('not built yet: forms with radio buttons or boxes');
});

test('another version of the API returns 404, and no token in its path is recorded', async () => {
	const discord = await open();
	const answer = await fetch(`${discord.apiUrl}/v6/webhooks/1/secret-token`, {
		headers: { 'User-Agent': userAgent },
	});
	expect(answer.status).toBe(404);
	expect(JSON.stringify(discord.calls.list())).not.toContain('secret-token');
	await expect(discord.close()).rejects.toThrow('GET /api/v6/…, which is not v10');
});

test('a path outside the API returns 404 and nothing else, and one that Discord has for other methods 405', async () => {
	const discord = await startDiscord();
	for (const path of ['/', '/api/account/details', '/users/@me']) {
		expect((await fetch(new URL(path, discord.apiUrl))).status).toBe(404);
	}
	const answer = await api(discord, 'DELETE', '/gateway/bot');
	expect(answer).toMatchObject({ status: 405, body: { message: '405: Method Not Allowed', code: 0 } });
});

test('a query parameter without effect makes closing fail', async () => {
	const discord = await open();
	const guild = discord.createGuild({ name: 'Studio' });
	expect((await api(discord, 'GET', `/guilds/${guild.id}?with_counts=true`)).body).toMatchObject({
		approximate_member_count: guild.members.size,
	});
	expect(discord.calls.missing).toEqual([]);
	await api(discord, 'GET', `/guilds/${guild.id}/roles?sorted=true`);
	await expect(discord.close()).rejects.toThrow('not built yet: ?sorted of GET /guilds/{guild_id}/roles');
});
