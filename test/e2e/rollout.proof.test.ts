import { readFileSync } from 'node:fs';
import type { Guild } from '@claimcheck/local-discord';
import { textOf } from '@claimcheck/local-discord/reading';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRole, openPage } from '../../src/views/custom-ids/setup-ids.js';
import { manifestsIn, ofKind, podOf, resourceFiles } from '../deploy/manifests.js';
import { freePort } from '../free-port.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';
import { register } from './hosted-bot.js';
import { LocalPod, rollOut } from './local-pod.js';
import { type ActiveGuild, SteadyLoad } from './steady-load.js';

const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');

describe.runIf(postgres?.missing === undefined)('a rollout of deploy/kubernetes/slices on PostgreSQL', () => {
	let stage: Stage;
	let place: TestPlace | undefined;
	let start: (deployment: (typeof deployments)[number]) => Promise<LocalPod>;
	let deployments: ReturnType<typeof ofKind<'Deployment'>>;
	let pods: readonly LocalPod[] = [];
	let active: readonly ActiveGuild[];

	beforeAll(async () => {
		place = await postgres?.makePlace();
		// A loaded machine may take longer than Discord waits; what is tested is that each command is answered.
		stage = await Stage.open({ isRateLimited: false, discord: { acknowledgementTimeoutMs: 30_000 } });
		// One shard after the other, five seconds apart: ending an old pod too early leaves a gap of that length.
		stage.discord.gateway.limitIdentifies(1);
		for (let at = 1; at < 40; at += 1) stage.discord.createGuild({ name: `Server ${at}` });
		await register(stage, { SERVE_OTHER_GUILDS: 'true' });
		const port = await freePort('0.0.0.0');
		const texts = resourceFiles('deploy/kubernetes/slices').map((file) => readFileSync(file, 'utf8'));
		deployments = ofKind(
			texts.flatMap((text) => manifestsIn(text.replaceAll('8080', String(port)))),
			'Deployment',
		);
		const settings = {
			DISCORD_API_URL: stage.discord.apiUrl,
			MARKETPLACE_URL: stage.marketplace.baseUrl,
			DISCORD_GUILD_ID: stage.guild.id,
			BUYER_ROLE_ID: stage.roles.buyer.id,
			SERVE_OTHER_GUILDS: 'true',
			// The shop is no part of what is tested.
			MARKETPLACE_PER_MINUTE: '6000',
		};
		const secrets = {
			discord_token: stage.discord.token,
			marketplace_api_key: stage.marketplace.apiKey,
			claim_secret: stage.claimSecret,
			database_url: place?.address.databaseUrl ?? '',
		};
		start = (deployment) => LocalPod.start(podOf(deployment), { settings, secrets });
	});
	afterAll(async () => {
		await Promise.all(pods.map((pod) => pod.process.end()));
		await stage?.close();
		await place?.remove();
	});

	it('starts a pod for each slice, which get ready by their probes', async () => {
		pods = await Promise.all(deployments.map(start));
		await Promise.all(pods.map((pod) => pod.ready()));
		const others = [...stage.discord.guilds.values()].filter(({ id }) => id !== stage.guild.id);
		const chosen = others.filter((_, at) => at % 8 === 0);
		active = await Promise.all(chosen.map((guild) => setUp(stage, guild)));
		active = [{ guild: stage.guild, roleId: stage.roles.buyer.id }, ...active];
		expect(pods).toHaveLength(2);
	});

	it('leaves no command without an answer and answers none twice while all pods are replaced', async () => {
		const load = new SteadyLoad(stage, place?.address.databaseUrl ?? '', active, 5);
		const rolled = await Promise.all(
			deployments.map(async (deployment, at) => {
				const old = pods[at];
				if (old === undefined) throw new Error('No pod to replace');
				return rollOut(deployment, old, () => start(deployment));
			}),
		);
		pods = rolled.map(({ pod }) => pod);
		for (const { guild } of active) {
			const person = stage.discord.person(guild, { name: 'Kim' });
			const asked = person.chatInput('verify', { code: stage.marketplace.addPurchase().code });
			expect(textOf(await asked.answered())).toContain('Purchase verified');
		}
		const result = await load.stop(60_000);

		expect(rolled.map(({ end }) => end)).toEqual([
			{ code: 0, signal: null, wasKilled: false },
			{ code: 0, signal: null, wasKilled: false },
		]);
		expect(result.sent).toBeGreaterThan(10);
		expect(result.recorded).toBeGreaterThan(2);
		expect(result).toMatchObject({
			unanswered: [],
			answeredTwice: [],
			answeredUnrecorded: 0,
			rolesMissing: 0,
		});
	});
});

/** Chooses the buyer role, as the server's owner does. */
async function setUp({ discord }: Stage, guild: Guild): Promise<ActiveGuild> {
	const role = guild.addRole({ name: 'Buyer' });
	const owner = discord.person(guild, { id: guild.ownerId });
	const page = await owner.chatInput('setup server').answered();
	const roles = await owner.clickButton(page, openPage.encode('buyer')).answered();
	await owner.selectMenu(roles, chooseRole.encode('buyer'), [role.id]).answered();
	return { guild, roleId: role.id };
}
