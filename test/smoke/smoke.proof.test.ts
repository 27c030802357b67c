import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { type LocalDiscord, startLocalDiscord } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, expect, it } from 'vitest';
import { compileTools } from '../compiled-tools.js';
import { askTransport } from './ask-transport.js';
import type { Finding } from './finding.js';
import { obstacles, openPlace } from './place.js';

const { ViewChannel, SendMessages, EmbedLinks, AttachFiles, ManageRoles } = PermissionFlagsBits;
const permissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ManageRoles;
const roleRoutes = (['PUT', 'DELETE'] as const).map(
	(method) => `${method} /guilds/{guild_id}/members/{user_id}/roles/{role_id}` as const,
);

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});

async function openDiscord(botPermissions = permissions) {
	const discord = await startLocalDiscord({ botPermissions });
	// Discord's bucket, with room for all calls of the test.
	for (const route of roleRoutes) {
		discord.rateLimits.set(route, { limit: 100, windowMs: 1000, bucket: 'member roles' });
	}
	const guild = discord.createGuild({ name: 'Smoke' });
	const channel = guild.addChannel({ name: 'smoke' });
	const role = guild.addRole({ name: 'Buyer' });
	const hidden = [{ id: guild.id, type: 0, allow: 0n, deny: ViewChannel }] as const;
	guild.addChannel({ name: 'hidden', overwrites: hidden });
	guild.moveRole(role.id, 1);
	guild.addRole({ name: 'Owner', position: guild.roles.size + 1 });
	const ana = discord.person(guild, { name: 'Ana', usesPhone: true });
	discord.rateLimits.countsTokenlessCalls = true;
	open.push(() => discord.close());
	return { discord, guild, channel, role, ana };
}

async function openTest(botPermissions?: bigint) {
	const opened = await openDiscord(botPermissions);
	const { discord, guild, channel, role } = opened;
	const ids = { guildId: guild.id, channelId: channel.id, roleId: role.id };
	const place = await openPlace(discord.token, { ...ids, apiUrl: discord.apiUrl });
	open.unshift(() => place.leave());
	return { ...opened, place };
}

/** Ana follows the instructions. */
function atHerPhone(discord: LocalDiscord, channelId: string, ana: Person): (todo: string) => void {
	const answer = () =>
		discord.messages.inChannel(channelId, ana.id).find(({ visibleTo }) => visibleTo === ana.id);
	let form: ReturnType<typeof ana.press> | undefined;
	return (todo) => {
		const shown = answer();
		if (todo.startsWith('On a phone')) ana.chatInput('smoke', {}, { channelId });
		else if (todo.startsWith('Send') && form !== undefined) ana.fillIn(form, {});
		else if (shown !== undefined) form = ana.press(shown.current, 'Open the form');
	};
}

async function gathered(asked: AsyncIterable<Finding>): Promise<Finding[]> {
	const findings: Finding[] = [];
	for await (const finding of asked) findings.push(finding);
	return findings;
}

it('distinguishes a Discord that counts requests without a token from one that does not', async () => {
	const { discord, place } = await openTest();
	expect(await gathered(askTransport(place))).toMatchObject([{ found: 'counted' }]);
	discord.rateLimits.countsTokenlessCalls = false;
	expect(await gathered(askTransport(place))).toMatchObject([{ found: 'not counted' }]);
});

it('does not begin if it would do harm or could not do anything', async () => {
	const { discord, guild, channel, place } = await openTest(ViewChannel);
	guild.setOverwrites(channel.id, [{ id: guild.id, type: 0, allow: 0n, deny: SendMessages }]);
	await place.rest.put(`/applications/${place.applicationId}/guilds/${guild.id}/commands`, {
		body: [{ name: 'own', description: 'Own' }],
	});
	expect(await obstacles(place)).toHaveLength(3);
	expect(await obstacles({ ...place, channelId: discord.botId })).toContain(
		'The channel is not in that server, or the bot does not see it.',
	);
	expect(await obstacles({ ...place, guildId: discord.botId })).toHaveLength(1);
});

it('guides a person through it as a program, leaves nothing behind, and ends with a report without secrets or ids', async () => {
	const tools = await compileTools('smoke');
	open.push(() => tools.remove());
	const { discord, guild, channel, role, ana } = await openDiscord();
	const act = atHerPhone(discord, channel.id, ana);
	const ids = ['--server', guild.id, '--channel', channel.id, '--role', role.id];
	const child = spawn(process.execPath, [tools.fileOf('test/smoke/main.ts'), ...ids], {
		cwd: tmpdir(),
		env: { ...process.env, DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	open.unshift(async () => child.kill('SIGKILL'));
	const lines: string[] = [];
	createInterface(child.stdout).on('line', (line) => {
		lines.push(line);
		if (line.startsWith('→ ')) act(line.slice(2));
	});
	const ended = await once(child, 'close');
	const text = lines.join('\n');
	expect(text).toContain('Cleaned up.');
	expect(lines.filter((line) => line.startsWith('✓')).length).toBeGreaterThan(45);
	expect(ended).toEqual([0, null]);
	expect(text).not.toContain(discord.token);
	expect(text).not.toMatch(/\d{17}/);
	expect(discord.commands.list(guild.id)).toEqual([]);
	expect(discord.messages.inChannel(channel.id)).toEqual([]);
	expect([...guild.member(discord.botId).roleIds]).toEqual([guild.botRole.id]);
	expect(discord.gateway.identifyCount).toBe(1);
});
