import type { Guild } from '@claimcheck/local-discord';
import { InteractionFailed } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { Stage } from '@claimcheck/sandbox/stage';
import { GatewayIntentBits } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSetting, freshCode, giveRole, verify } from '../e2e/acts.js';
import { register } from '../e2e/hosted-bot.js';
import { headline } from '../e2e/reading.js';

const servers = 20;
const membersPerServer = 3;
const banSeconds = 60;
/** Discord's usual latency, after which the first refusal is known. */
const latencyMs = 100;
const maxRequests = 10;
const maxLines = 10;
/** More than Discord's limits and the pauses between attempts take. */
const patienceMs = 120_000;

it('a Discord that bans the address for a minute gets fewer than 10 requests, and every role arrives', async () => {
	const stage = await Stage.open({ discord: { privilegedIntents: GatewayIntentBits.GuildMembers } });
	onTestFinished(() => stage.close());
	const { discord } = stage;
	const others = Array.from({ length: servers - 1 }, () => stage.secondServer());
	const all = [stage, ...others].map(({ guild, roles }) => ({ guild, roleId: roles.buyer.id }));
	const served = { DISCORD_GUILD_ID: all.map(({ guild }) => guild.id).join() };
	await register(stage, served);
	const bot = await stage.startProcess({
		...served,
		MEMBERS_INTENT: 'true',
		// The shop's limit is not what is shown here.
		MARKETPLACE_PER_MINUTE: '1000',
	});
	await Promise.all(
		others.map(({ people, roles }) => chooseSetting(people.admin, 'setup-role:buyer', roles.buyer.id)),
	);

	const lacking = new Map<Person, string>();
	const everyRoleArrives = async (): Promise<void> => {
		const areThere = (): boolean => [...lacking].every(([{ roleIds }, roleId]) => roleIds.includes(roleId));
		if (!areThere()) await discord.events.until(areThere, 'A role is missing', patienceMs);
	};
	const buyers: { readonly guild: Guild; readonly person: Person }[] = [];
	// One round after the other: with no member ahead, the answer comes with the role, and nothing is in flight after
	// it.
	for (let round = 0; round < membersPerServer; round += 1) {
		const next = all.map(({ guild, roleId }) => {
			const person = discord.person(guild, { name: `Buyer ${round}` });
			lacking.set(person, roleId);
			return { guild, person };
		});
		await Promise.all(next.map(({ person }) => verify(person, freshCode(stage))));
		await everyRoleArrives();
		buyers.push(...next);
	}
	for (const { guild, person } of buyers) guild.removeMember(person.id);

	const lines = bot.lines.length;
	const bannedAt = Date.now();
	discord.faults.add('*', { kind: 'delay', ms: latencyMs });
	discord.faults.add('*', { kind: 'cloudflare-ban', seconds: banSeconds });
	// They are owed their roles again.
	for (const { guild, person } of buyers) discord.person(guild, { id: person.id });
	const endsAt = bannedAt + banSeconds * 1_000;
	// One member after the other verifies, and reads that the bot did not respond.
	const pressing = all.slice(0, 2).map(async ({ guild, roleId }) => {
		let unanswered = 0;
		while (Date.now() < endsAt) {
			const person = discord.person(guild, { name: 'Late buyer' });
			lacking.set(person, roleId);
			const pressed = person.chatInput('verify', { code: freshCode(stage) }).acknowledged();
			await pressed.catch((error: unknown) => {
				if (!(error instanceof InteractionFailed)) throw error;
				unanswered += 1;
			});
		}
		return unanswered;
	});
	const unanswered = (await Promise.all(pressing)).reduce((sum, each) => sum + each, 0);
	expect(unanswered).toBeGreaterThan(maxRequests);
	const during = discord.calls.list().filter(({ at }) => at >= bannedAt && at < endsAt);
	const seen = during.map(
		({ method, path, at, status }) => `${at - bannedAt} ms: ${method} ${path} ${status}`,
	);
	expect(during.length, seen.join('\n')).toBeGreaterThan(0);
	expect(during.length, seen.join('\n')).toBeLessThan(maxRequests);

	await everyRoleArrives();
	const given = discord.calls.list(giveRole).filter(({ at, status }) => at >= bannedAt && status === 204);
	expect(given).toHaveLength(lacking.size);
	const answer = await verify(discord.person(stage.guild, { name: 'Next buyer' }), freshCode(stage));
	expect(headline(answer)).toBe('✅ Purchase verified');
	const about = bot.lines
		.slice(lines)
		.filter((line) => !line.includes('"msg":"Responded to a verification"'));
	expect(about.length, about.join('\n')).toBeLessThanOrEqual(maxLines);
	expect(bot.stderr).toBe('');
});
