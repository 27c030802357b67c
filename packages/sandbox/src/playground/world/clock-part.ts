import type { Stage } from '../../stage.js';
import { type ActsOf, settled, type WorldOptions, WorldPart } from './world-part.js';
import type { ClockState } from './world-state.js';

/** More members than this are counted, not named. */
const maxNamed = 3;

/**
 * The visible results of a clock move, from `begin` until a person acts: later roles and messages are caused by that
 * person. Close it when done.
 */
export class Aftermath {
	readonly #stage: Stage;
	readonly #onChange: () => void;
	readonly #changed = settled(() => this.#notify());
	#endings: readonly (() => void)[] = [];
	#from = 0;
	#rolesBefore: ReadonlyMap<string, ReadonlySet<string>> = new Map();
	/** The people to whom the bot has written. */
	#addressees: readonly string[] = [];
	#lines: readonly string[] = [];

	/** `onChange` is called whenever there is more. */
	constructor(stage: Stage, onChange: () => void) {
		this.#stage = stage;
		this.#onChange = onChange;
	}

	/** Each as a piece of a sentence, such as `Maya lost Buyer`. */
	get lines(): readonly string[] {
		return this.#lines;
	}

	begin(): void {
		this.close();
		const { discord } = this.#stage;
		this.#from = discord.now();
		this.#rolesBefore = this.#roles();
		this.#addressees = [];
		this.#lines = [];
		this.#endings = [
			discord.events.on('guild-changed', () => this.#changed()),
			this.#stage.marketplace.on(() => this.#changed()),
			discord.events.on('message-created', ({ message }) => {
				const userId = discord.directs().find(({ channelId }) => channelId === message.channel_id)?.userId;
				if (userId !== undefined) this.#addressees = [...this.#addressees, userId];
				this.#changed();
			}),
			discord.events.on('interaction-dispatched', () => {
				this.#notify();
				this.close();
			}),
		];
		this.#changed();
	}

	close(): void {
		for (const end of this.#endings) end();
		this.#endings = [];
		this.#changed.cancel();
	}

	#notify(): void {
		this.#lines = [...this.#supports(), ...this.#questions(), ...this.#roleChanges(), ...this.#messages()];
		this.#onChange();
	}

	#supports(): readonly string[] {
		const now = this.#stage.discord.now();
		const ended = this.#stage.marketplace.purchases.filter(
			({ supportedUntil = 0, refunded }) => !refunded && supportedUntil > this.#from && supportedUntil <= now,
		).length;
		if (ended === 0) return [];
		return [ended === 1 ? 'the support of 1 purchase ended' : `the support of ${ended} purchases ended`];
	}

	#questions(): readonly string[] {
		const asked = this.#stage.marketplace.calls.flatMap(({ at, codeEnding }) =>
			at > this.#from && codeEnding !== undefined ? [codeEnding] : [],
		);
		const count = new Set(asked).size;
		if (count === 0) return [];
		return [`the bot asked the shop about ${count === 1 ? '1 purchase' : `${count} purchases`}`];
	}

	#roleChanges(): readonly string[] {
		const { guild } = this.#stage;
		const now = this.#roles();
		return [...guild.roles.values()].flatMap(({ id, name }) => {
			const changed = (before: typeof now, after: typeof now) =>
				[...before.keys()].filter(
					(userId) => before.get(userId)?.has(id) && after.get(userId)?.has(id) === false,
				);
			const [lost, got] = [changed(this.#rolesBefore, now), changed(now, this.#rolesBefore)];
			return [
				...(lost.length > 0 ? [`${this.#named(lost)} lost ${name}`] : []),
				...(got.length > 0 ? [`${this.#named(got)} got ${name}`] : []),
			];
		});
	}

	#messages(): readonly string[] {
		const count = this.#addressees.length;
		if (count === 0) return [];
		return [
			`${count === 1 ? 'a message went' : `${count} messages went`} to ${this.#named(this.#addressees)}`,
		];
	}

	#named(userIds: readonly string[]): string {
		const names = [...new Set(userIds)].map((id) => this.#stage.discord.users.get(id).displayName);
		return names.length > maxNamed ? `${names.length} members` : names.join(', ');
	}

	#roles(): ReadonlyMap<string, ReadonlySet<string>> {
		const { members } = this.#stage.guild;
		return new Map([...members].map(([userId, { roleIds }]) => [userId, new Set(roleIds)]));
	}
}

/** The time of the world. */
export class ClockPart extends WorldPart {
	readonly name = 'clock';
	readonly acts: ActsOf<'clock'> = { 'clock-advance': ({ ms }) => this.advance(ms) };
	readonly #aftermath: Aftermath;
	#moves = 0;
	#movedBy: number | undefined;

	constructor(options: WorldOptions) {
		super(options);
		this.#aftermath = new Aftermath(options.stage, () => this.notify());
		this.endings.push(() => this.#aftermath.close());
	}

	state(): ClockState {
		const lastMove =
			this.#movedBy === undefined ? undefined : { ms: this.#movedBy, happened: this.#aftermath.lines };
		return { aheadMs: this.stage.discord.now() - Date.now(), isMoving: this.#moves > 0, lastMove };
	}

	/** Resolves once everything uses the new time. */
	async advance(ms: number): Promise<void> {
		this.#moves += 1;
		this.#movedBy = ms;
		this.#aftermath.begin();
		this.notify();
		try {
			await this.stage.advance(ms);
			this.page()?.world.settingChanged();
		} finally {
			this.#moves -= 1;
			this.notify();
		}
	}
}
