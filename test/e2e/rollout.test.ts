import { textOf } from '@claimcheck/local-discord/reading';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Load } from '../bench/fleet-load.js';
import { type ActiveGuild, fillDiscord, setUpSome } from '../bench/fleet-run.js';
import { isChartRendered, ofKind, type Rendered, render } from '../deploy/chart/render.js';
import { freePort } from '../free-port.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';
import { LocalPod, rollOut } from './local-pod.js';

const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');
const isPossible = isChartRendered && postgres?.missing === undefined;

/** A port that every pod can have, at the address of its own. */
describe.runIf(isPossible)('a rollout of the chart’s Deployments, two slices on PostgreSQL', () => {
	let stage: Stage;
	let place: TestPlace | undefined;
	let rendered: Rendered;
	let pods: readonly LocalPod[] = [];
	let active: readonly ActiveGuild[];

	beforeAll(async () => {
		place = await postgres?.makePlace();
		// An answer that takes as long as this is none; a machine that tests much else at once takes longer than Discord waits.
		stage = await Stage.open({ isRateLimited: false, discord: { acknowledgementTimeoutMs: 30_000 } });
		// One shard after the other, five seconds apart: who ends an old pod too soon leaves a gap that long.
		stage.discord.gateway.limitIdentifies(1);
		fillDiscord(stage, 40);
		rendered = await render({
			image: { repository: 'claimcheck' },
			settings: {
				DISCORD_API_URL: stage.discord.apiUrl,
				MARKETPLACE_URL: stage.marketplace.baseUrl,
				DISCORD_GUILD_ID: stage.guild.id,
				BUYER_ROLE_ID: stage.roles.buyer.id,
				SERVE_OTHER_GUILDS: true,
				// The shop is no part of what is tested.
				MARKETPLACE_PER_MINUTE: 6_000,
			},
			secrets: {
				values: {
					discord_token: stage.discord.token,
					marketplace_api_key: stage.marketplace.apiKey,
					claim_secret: stage.claimSecret,
					database_url: place?.address.databaseUrl,
				},
			},
			database: { kind: 'postgresql' },
			slices: 2,
			shards: 3,
			health: { port: await freePort('0.0.0.0') },
		});
	});
	afterAll(async () => {
		await Promise.all(pods.map((pod) => pod.process.end()));
		await stage?.close();
		await place?.remove();
	});

	/** A pod of this template, with the secrets that the chart has made. */
	const start = (template: { readonly spec?: Parameters<typeof LocalPod.start>[0] } | undefined) => {
		if (template?.spec === undefined) throw new Error('Nothing to start');
		return LocalPod.start(template.spec, ofKind(rendered, 'Secret'));
	};

	it('registers the commands by its Job', async () => {
		const [job] = ofKind(rendered, 'Job');
		const { process } = await start(job?.spec?.template);
		expect(await process.exited).toEqual({ code: 0, signal: null });
		expect(process.output()).toContain('Registered');
	});

	it('starts a pod for each slice, which get ready by the chart’s probes', async () => {
		pods = await Promise.all(ofKind(rendered, 'Deployment').map(({ spec }) => start(spec?.template)));
		await Promise.all(pods.map((pod) => pod.ready()));
		active = await setUpSome(stage, 6);
		expect(pods).toHaveLength(2);
	});

	it('leaves no command without an answer and answers none twice while all pods are replaced', async () => {
		const load = new Load({ stage, settings: { DATABASE_URL: place?.address.databaseUrl ?? '' } }, active, 5);
		const rolled = await Promise.all(
			ofKind(rendered, 'Deployment').map(async (deployment, at) => {
				const old = pods[at];
				if (old === undefined) throw new Error('No pod to replace');
				return rollOut(deployment, old, () => start(deployment.spec?.template));
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
		expect(result).toMatchObject({ unanswered: [], answeredTwice: [], toldUnrecorded: 0, rolesMissing: 0 });
	});
});
