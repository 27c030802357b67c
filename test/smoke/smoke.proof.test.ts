import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { startLocalDiscord } from '@claimcheck/local-discord';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, expect, it } from 'vitest';
import { compileTools } from '../compiled-tools.js';
import { askAddresses } from './ask-addresses.js';
import { askCommands } from './ask-commands.js';
import { askDirectMessages, askTransport } from './ask-transport.js';
import { differs, type Finding, report } from './finding.js';
import { obstacles, openPlace } from './place.js';
import { smoke } from './smoke.js';

const { ViewChannel, SendMessages, EmbedLinks, AttachFiles, ManageRoles } = PermissionFlagsBits;
const permissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ManageRoles;
/** Of the 200 that Discord allows in a day. */
const maxCreates = 26;
const roleRoutes = (['PUT', 'DELETE'] as const).map(
	(method) => `${method} /guilds/{guild_id}/members/{user_id}/roles/{role_id}` as const,
);

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});

async function openTest(botPermissions = permissions) {
	const discord = await startLocalDiscord({ botPermissions });
	// The bucket of Discord, with room for all that the test gives and takes.
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
	discord.assumptions.areTokenlessCallsCountedByAddress = true;
	const place = await openPlace({
		token: discord.token,
		apiUrl: discord.apiUrl,
		guildId: guild.id,
		channelId: channel.id,
		roleId: role.id,
	});
	open.push(
		() => place.leave(),
		() => discord.close(),
	);
	return { discord, guild, channel, ana, place };
}

type Opened = Awaited<ReturnType<typeof openTest>>;

/** Ana does what is asked of her. */
function atHerPhone({ discord, channel, ana }: Opened): (todo: string) => void {
	const answer = () =>
		discord.messages.inChannel(channel.id, ana.id).find(({ visibleTo }) => visibleTo === ana.id);
	let form: ReturnType<typeof ana.press> | undefined;
	return (todo) => {
		const shown = answer();
		if (todo.startsWith('On a phone')) ana.chatInput('smoke', {}, { channelId: channel.id });
		else if (todo.startsWith('Send') && form !== undefined) ana.fillIn(form, {});
		else if (shown !== undefined) form = ana.press(shown.current, 'Open the form');
	};
}

function findingsOf(opened: Opened): Promise<Finding[]> {
	return gathered(smoke(opened.place, { asked: atHerPhone(opened) }));
}

async function gathered(asked: AsyncIterable<Finding>): Promise<Finding[]> {
	const findings: Finding[] = [];
	for await (const finding of asked) findings.push(finding);
	return findings;
}

it('finds the local Discord to be as it describes itself, and leaves nothing behind', async () => {
	const opened = await openTest();
	const { discord, guild, channel, place } = opened;
	expect(await obstacles(place)).toEqual([]);
	const findings = await findingsOf(opened);
	expect(findings.filter(differs)).toEqual([]);
	expect(findings.length).toBeGreaterThan(45);
	const creates = discord.commands.list(guild.id).length;

	expect(await place.leave()).toBe(0);
	expect(discord.commands.list(guild.id)).toEqual([]);
	expect(discord.messages.inChannel(channel.id)).toEqual([]);
	expect([...guild.member(discord.botId).roleIds]).toEqual([guild.botRole.id]);
	expect(creates).toBeLessThanOrEqual(maxCreates);
	expect(discord.gateway.identifyCount).toBe(1);
});

const planted = [
	['galleries and buttons take any address', { areAllAddressesChecked: false }, askAddresses, 12],
	['localisations that equal the default are kept', { areEqualLocalizationsDropped: false }, askCommands, 1],
] as const;

it.each(planted)('reports a Discord where %s', async (_, assumptions, ask, count) => {
	const { discord, place } = await openTest();
	Object.assign(discord.assumptions, assumptions);
	const findings = await gathered(ask(place));
	expect(findings.filter(differs)).toHaveLength(count);
	expect(report(findings, 'Node.js').split('\n')).toHaveLength(4 + count);
});

it('distinguishes a Discord that counts requests without a token from one that does not', async () => {
	const { discord, place } = await openTest();
	const [counted, refused] = await gathered(askTransport(place));
	expect([counted?.found, refused?.found]).toEqual([
		'counted',
		expect.stringMatching(/^via: 1\.1 google; retry-after: 1; x-ratelimit-scope: global; .*retry_after/),
	]);
	discord.assumptions.areTokenlessCallsCountedByAddress = false;
	expect(await gathered(askTransport(place))).toMatchObject([{ found: 'not counted' }]);
});

it('asks what a message to each kind of account gets', async () => {
	const { discord, guild, ana, place } = await openTest();
	const ben = discord.person(guild, { name: 'Ben' });
	guild.removeMember(ben.id);
	ana.closeDms();
	const accounts = { closed: ana.id, left: ben.id, stranger: discord.users.ensure({}).id };
	const found = await gathered(askDirectMessages(place, accounts));
	expect(found.map((it) => it.found)).toEqual(['refused 50007', 'refused 50278', 'refused 50278']);
	expect(found.filter(differs)).toEqual([]);
});

it('does not begin where it would do harm or could not do anything', async () => {
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

it('takes a person through it as a program, and ends with a report without secrets or ids', async () => {
	const tools = await compileTools('smoke');
	open.push(() => tools.remove());
	const opened = await openTest();
	const { discord, guild, place } = opened;
	const ana = atHerPhone(opened);
	const ids = ['--server', guild.id, '--channel', place.channelId, '--role', place.roleId];
	const child = spawn(process.execPath, [tools.fileOf('test/smoke/main.ts'), ...ids], {
		cwd: tmpdir(),
		env: { ...process.env, DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	open.unshift(async () => child.kill('SIGKILL'));
	const lines: string[] = [];
	createInterface(child.stdout).on('line', (line) => {
		lines.push(line);
		if (line.startsWith('→ ')) ana(line.slice(2));
	});
	const ended = await once(child, 'close');
	const text = lines.join('\n');
	expect(text).toContain('Cleaned up.');
	expect(ended).toEqual([0, null]);
	expect(text).not.toContain(discord.token);
	expect(text).not.toMatch(/\d{17}/);
	expect(discord.commands.list(guild.id)).toEqual([]);
});
