import type { RateLimit, RecordedCall, RouteKey } from '@claimcheck/local-discord';
import { BotProcess } from '@claimcheck/sandbox/bot-process';
import { type RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { GatewayIntentBits } from 'discord.js';
import { chooseSetting } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

export const giveRole: RouteKey = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

const takeRole: RouteKey = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

/** Discord's limit for roles, as often hit, but waited out in a tenth of the time. */
export const quickRoleLimit: RateLimit = { limit: 10, windowMs: 1_000, bucket: 'roles' };

/** In the audit channel, and in the log. */
const alertText = 'I can’t give';
const logText = 'Roles cannot be given';
/** Ends what hangs; nothing is measured by it. */
const waitMs = 100_000;

/** A server with a bot and members who have bought something, in which roles go wrong. Close it in the end. */
export class RoleScene {
	readonly stage: Stage;
	/** Members with a code each. Each holds a role of the server's own, which is none of the bot's business. */
	readonly members: readonly { readonly id: string; readonly code: string }[];
	readonly #ownRoleId: string;
	#buyerRoleId: string;
	#bot: RunningBot | undefined;
	readonly #logs: string[] = [];

	/** `inProcesses`: its bots can be killed. */
	static async open(memberCount: number, { inProcesses = false } = {}): Promise<RoleScene> {
		const open = inProcesses ? Stage.open : openStage;
		const stage = await open({
			discord: { privilegedIntents: GatewayIntentBits.GuildMembers, acknowledgementTimeoutMs: 60_000 },
		});
		stage.discord.rateLimits.set(giveRole, quickRoleLimit);
		stage.discord.rateLimits.set(takeRole, quickRoleLimit);
		await register(stage);
		return new RoleScene(stage, memberCount);
	}

	private constructor(stage: Stage, memberCount: number) {
		this.stage = stage;
		this.#buyerRoleId = stage.roles.buyer.id;
		this.#ownRoleId = stage.guild.addRole({ name: 'Early bird' }).id;
		this.members = Array.from({ length: memberCount }, (_, index) => {
			const { id } = stage.newPerson(`Member ${index}`);
			stage.guild.giveRole(id, this.#ownRoleId);
			return { id, code: stage.marketplace.addPurchase().code };
		});
	}

	async start(): Promise<void> {
		this.#bot = await this.stage.startBot({ MEMBERS_INTENT: 'true' });
	}

	/** SIGTERM. Rejects where the bot does not end well. */
	async stop(): Promise<void> {
		const exit = await this.#bot?.stop();
		this.#logs.push(this.#bot?.output() ?? '');
		this.#bot = undefined;
		if (exit?.code !== 0) throw new Error(`The bot ended with ${exit?.code ?? exit?.signal}`);
	}

	async kill(): Promise<void> {
		if (!(this.#bot instanceof BotProcess)) throw new Error('Only a process can be killed');
		await this.#bot.kill();
		this.#logs.push(this.#bot?.output() ?? '');
		this.#bot = undefined;
	}

	/**
	 * All members verify and get a success answer, whatever becomes of the role. `meanwhile` happens after the question
	 * and before the answer.
	 */
	async allVerify(meanwhile?: () => void): Promise<void> {
		const delay = { kind: 'delay', ms: 400 } as const;
		const calmDown = meanwhile && this.stage.marketplace.faults.add('purchases/validation', delay);
		const handles = this.members.map(({ id, code }) => this.#person(id).chatInput('verify', { code }));
		await Promise.all(handles.map((handle) => handle.acknowledged()));
		meanwhile?.();
		calmDown?.();
		const answers = await Promise.all(handles.map((handle) => handle.answered()));
		const titles = new Set(answers.map(headline));
		if ([...titles].join() !== '✅ Purchase verified')
			throw new Error(`The answers were ${[...titles].join()}`);
	}

	/** Resolves once every member has the buyer role. Rejects after a while, with a description of the state. */
	async allHaveTheRole(): Promise<void> {
		await this.#until('a member has no buyer role', () =>
			this.members.every(({ id }) => this.#rolesOf(id).includes(this.#buyerRoleId)),
		);
	}

	/** Roles are removed by hand, as by a careless moderator. */
	allLoseTheRole(): void {
		for (const { id } of this.members) this.stage.guild.takeRole(id, this.#buyerRoleId);
	}

	/** All members leave; a verification in flight finds no member. */
	allLeave(): void {
		for (const { id } of this.members) this.stage.guild.removeMember(id);
	}

	allReturn(): void {
		for (const { id } of this.members) {
			this.stage.discord.person(this.stage.guild, { id });
			this.stage.guild.giveRole(id, this.#ownRoleId);
		}
	}

	/** An administrator chooses another buyer role with `/setup`. */
	async chooseBuyerRole(roleId: string): Promise<void> {
		await chooseSetting(this.stage.people.admin, 'setup-set:buyer', roleId);
		this.#buyerRoleId = roleId;
	}

	/** Every call that gives or takes a role. */
	roleCalls(): readonly RecordedCall[] {
		return this.stage.discord.calls
			.list()
			.filter(({ method, path }) => /^(PUT|DELETE)$/.test(method) && /\/members\/\d+\/roles\//.test(path));
	}

	/** Calls that Discord has refused, reads and limits included: it counts most of them against the address. */
	refusedCalls(): readonly RecordedCall[] {
		return this.stage.discord.calls.list().filter(({ status = 0 }) => status >= 400 && status < 500);
	}

	async roleCallsReach(count: number): Promise<void> {
		await this.#until(
			`fewer than ${count} role calls`,
			() => this.stage.discord.calls.list(giveRole).length >= count,
		);
	}

	/** The lines in the audit channel about roles that cannot be given. */
	alerts(): string[] {
		return this.stage.discord.events
			.all('message-created')
			.filter(({ message }) => message.channel_id === this.stage.channels.audit)
			.flatMap(({ message }) => message.content.split('\n'))
			.filter((content) => content.includes(alertText));
	}

	/** The number of logged reports, in all lives of the bot. */
	loggedAlerts(): number {
		const log = [...this.#logs, this.#bot?.output() ?? ''].join('\n');
		return log.split(`"msg":"${logText}`).length - 1;
	}

	async alerted(): Promise<void> {
		await this.#until('no alert', () => this.alerts().length > 0);
	}

	/** True if the members' own roles are untouched, and the bot has never tried to change them. */
	ownRolesUntouched(): boolean {
		const isForeign = ({ path }: RecordedCall): boolean => path.includes(this.#ownRoleId);
		return (
			!this.roleCalls().some(isForeign) &&
			this.members.every(({ id }) => this.#rolesOf(id).includes(this.#ownRoleId))
		);
	}

	/** Waits until the bot has done all it can: the sweep at its start is over and its queue is empty. */
	async nothingMoreToDo(): Promise<void> {
		// That nothing more happens has no event. A bot that is slower than this makes more calls later, and they count too.
		const before = this.stage.discord.calls.list().length;
		await new Promise((resolve) => setTimeout(resolve, 300));
		if (this.stage.discord.calls.list().length !== before) await this.nothingMoreToDo();
	}

	async close(): Promise<void> {
		await this.stage.close();
	}

	/** Describes the failure for an assertion. */
	describe(): string {
		const calls = this.roleCalls().map(
			({ method, path, status, code }) => `${method} ${path} → ${status} ${code ?? ''}`,
		);
		return [...calls, ...this.alerts(), ...this.#logs, this.#bot?.output() ?? ''].join('\n');
	}

	#person(id: string) {
		return this.stage.discord.person(this.stage.guild, { id });
	}

	#rolesOf(id: string): readonly string[] {
		return [...(this.stage.guild.members.get(id)?.roleIds ?? [])];
	}

	async #until(otherwise: string, condition: () => boolean): Promise<void> {
		const deadline = Date.now() + waitMs;
		while (!condition()) {
			if (Date.now() > deadline) throw new Error(`After ${waitMs} ms ${otherwise}:\n${this.describe()}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}
}
