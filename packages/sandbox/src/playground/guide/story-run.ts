import { setTimeout as sleep } from 'node:timers/promises';
import { contextOf } from '@claimcheck/local-discord/drawing/draw-context';
import { inlineMarkdown } from '@claimcheck/local-discord/drawing/markdown';
import type { Stage } from '../../stage.js';
import { settled } from '../world/world-part.js';
import type { FrameView, OpenStory, ReplayPace, StepState } from './guide-state.js';
import type { Finding, GuidedStory, Step, StepCheck, View } from './guided-story.js';
import { Hands, within } from './hands.js';
import type { Troupe } from './troupe.js';
import { Witness } from './witness.js';

/** Far longer than anything in a story takes. */
const stepPatienceMs = 60_000;
/** Time to read the next action, and then its result. */
const captionMs = 1_800;
const betweenStepsMs = 2_800;

export interface StoryRunParts {
	readonly story: GuidedStory;
	readonly troupe: Troupe;
	/** Grows by one with each run of any story. */
	readonly number: number;
	/** Called when a step is done, or its checks change. */
	readonly onChange: () => void;
}

/** One run of a story, by hand or as a replay: watches events and ticks off the steps. Close it when done. */
export class StoryRun {
	readonly story: GuidedStory;
	readonly number: number;
	readonly #troupe: Troupe;
	readonly #steps: readonly Step[];
	readonly #onChange: () => void;
	readonly #waiting = new Set<() => void>();
	readonly #endings: (() => void)[];
	#at = 0;
	/** The step on the page: it lags behind while the person looks at the result of the previous one. */
	#shown = 0;
	#witness: Witness;
	#findings: readonly Finding[] = [];
	/** The messages that the last finished step wrote or changed. */
	#changed: readonly string[] = [];
	#isTried = false;
	#isClosed = false;
	/** A single check for all events of a moment. */
	readonly #lookSoon = settled(() => this.#look());

	/** Puts the world in order and prepares the story. Rejects if the bot can't be started. */
	static async begin(parts: StoryRunParts): Promise<StoryRun> {
		await parts.troupe.refresh();
		const run = new StoryRun(parts, await parts.story.begin(parts.troupe));
		await run.#enter();
		return run;
	}

	private constructor({ story, number, troupe, onChange }: StoryRunParts, steps: readonly Step[]) {
		this.story = story;
		this.number = number;
		this.#troupe = troupe;
		this.#steps = steps;
		this.#onChange = onChange;
		const { discord, marketplace } = troupe.stage;
		this.#witness = new Witness(discord);
		this.#endings = [
			discord.events.onAny(() => this.#lookSoon()),
			marketplace.on(() => this.#lookSoon()),
			() => this.#witness.close(),
		];
	}

	/** The current step; undefined if the story is over. */
	get step(): Step | undefined {
		return this.#steps[this.#at];
	}

	get isOver(): boolean {
		return this.#at >= this.#steps.length;
	}

	/** Resolves once this step is done. Rejects with the signal's reason. */
	async stepDone(step: Step, signal: AbortSignal): Promise<void> {
		while (this.step === step) {
			await new Promise<void>((resolve, reject) => {
				if (signal.aborted) reject(signal.reason);
				const abort = () => reject(signal.reason);
				signal.addEventListener('abort', abort, { once: true });
				this.#waiting.add(() => {
					signal.removeEventListener('abort', abort);
					resolve();
				});
			});
		}
	}

	goOn(): void {
		if (this.#shown === this.#at) return;
		this.#shown = this.#at;
		this.#onChange();
	}

	/** The page's state, without a replay. */
	state(): Omit<OpenStory, 'replay'> {
		const { step } = this;
		const shown = this.#steps[this.#shown];
		const isHeld = this.#shown < this.#at;
		return {
			id: this.story.id,
			run: this.number,
			steps: this.#steps.map((it, index) => this.#stepState(it, index)),
			at: this.#shown,
			isHeld,
			hint: isHeld || step === undefined ? undefined : this.#hint(step),
			changed: isHeld || this.isOver ? this.#changed : [],
			frames: this.#frames(shown ?? this.#steps.at(-1)),
		};
	}

	/** A hint for a person whose step isn't done; undefined if there is none. */
	#hint(step: Step): string | undefined {
		const { bot } = this.#troupe.world;
		if (!bot.isRunning && !step.isWithoutBot) {
			return 'The bot isn’t running. Start it in the panel “Bot”, or restart the story.';
		}
		if (!this.#isTried) return undefined;
		const open = step.checks.flatMap(({ what }, index) => {
			const finding = this.#findings[index];
			return finding === undefined || finding.holds ? [] : [{ what, ...finding }];
		});
		const broken = open.find(({ mayStillCome }) => !mayStillCome);
		if (broken === undefined) return open[0] && `Waiting for this: ${open[0].what}.`;
		const seen = broken.seen === undefined ? '' : ` ${broken.seen}`;
		return `This doesn’t hold yet: ${broken.what}.${seen} Try the step again, or let the page show it.`;
	}

	/** The reason why the current step isn't done, for a waiting replay. */
	missing(): string {
		const missing = this.step?.checks.filter((_, index) => !this.#findings[index]?.holds) ?? [];
		const seen = this.#findings.flatMap(({ holds, seen }) => (holds || seen === undefined ? [] : [seen]));
		return [...missing.map(({ what }) => what), ...seen].join('. ');
	}

	close(): void {
		this.#isClosed = true;
		this.#lookSoon.cancel();
		for (const end of this.#endings) end();
	}

	#look(): void {
		const { step } = this;
		if (step === undefined || this.#isClosed) return;
		this.#isTried = step.isTried(this.#witness);
		this.#findings = step.checks.map((check) => this.#finding(check));
		// A person who does the next thing has seen enough of the result.
		if (this.#isTried) this.#shown = this.#at;
		if (this.#isTried && this.#findings.every(({ holds }) => holds)) {
			this.#at += 1;
			this.#changed = this.#witness.changed();
			if (this.isOver) this.#shown = this.#at;
			void this.#enter();
		}
		this.#onChange();
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}

	async #enter(): Promise<void> {
		this.#witness.close();
		this.#witness = new Witness(this.#troupe.stage.discord);
		this.#isTried = false;
		this.#findings = [];
		const end = await this.step?.before?.();
		if (end !== undefined) this.#endings.push(end);
		this.#lookSoon();
	}

	#finding(check: StepCheck): Finding {
		const { seen, ...finding } = check.look(this.#witness);
		return { ...finding, seen: seen && asRead(seen, this.#troupe.stage) };
	}

	#stepState({ todo, panel, copies = [], checks }: Step, index: number): StepState {
		return {
			todo,
			panel,
			copies,
			checks: checks.map(({ what }, at) => ({ what, state: this.#checkState(index, at) })),
		};
	}

	#checkState(step: number, check: number): StepState['checks'][number]['state'] {
		if (step < this.#at) return 'held';
		const finding = step === this.#at && this.#isTried ? this.#findings[check] : undefined;
		if (finding === undefined) return 'waiting';
		if (finding.holds) return 'held';
		return finding.mayStillCome ? 'waiting' : 'broken';
	}

	#frames(step: Step | undefined): readonly [FrameView, FrameView] {
		const [left, right] = step?.views ?? defaultViews;
		return [this.#frame(left), this.#frame(right)];
	}

	#frame({ alias, channel }: View): FrameView {
		const { person, guildId } = this.#troupe.actor(alias);
		const { stage } = this.#troupe;
		const { guild, channels } = this.#troupe.serverOf(this.#troupe.actor(alias));
		const conversation = stage.discord.directs().find(({ userId }) => userId === person.id)?.channelId;
		const channelIds = {
			verify: channels.verify,
			audit: guild === stage.guild ? this.#troupe.auditId : channels.audit,
			direct: conversation ?? channels.verify,
			updates: this.#troupe.updatesId ?? channels.verify,
		};
		return { userId: person.id, guildId, channelId: channelIds[channel] };
	}
}

const defaultViews: readonly [View, View] = [
	{ alias: 'buyer', channel: 'verify' },
	{ alias: 'moderator', channel: 'audit' },
];

/** Markdown signs of headings and small print, after lines were joined. */
const blockSigns = /(^|[“·] ?)(?:#{1,3}|-#) /g;

/** Message text as its readers see it: with names in place of ids, and times in words. */
export function asRead(words: string, { discord, guild }: Pick<Stage, 'discord' | 'guild'>): string {
	const context = contextOf({
		now: discord.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		nameOf: (kind, id) =>
			guild.nameOf(kind, id) ?? (kind === 'user' ? discord.users.find(id)?.displayName : undefined),
	});
	return inlineMarkdown(words.replaceAll(blockSigns, '$1'), context)
		.map(({ text }) => text)
		.join('');
}

export interface ReplayParts {
	readonly stage: Stage;
	readonly run: StoryRun;
	readonly pace: ReplayPace;
	/** Receives captions for the audience. */
	readonly onCaption: (caption: string) => void;
	/** Ends the replay immediately when aborted. */
	readonly signal: AbortSignal;
}

/**
 * Plays the current step of a story, or all remaining ones, and waits until the checks of each hold. Rejects if a step
 * could not be played, or if its checks don't hold after a while.
 */
export async function replay(parts: ReplayParts, steps: 'present' | 'all'): Promise<void> {
	const { stage, run, pace, onCaption, signal } = parts;
	const pause = async (ms: number) => {
		signal.throwIfAborted();
		if (pace === 'reading') await sleep(ms, undefined, { signal });
	};
	const hands = new Hands({
		stage,
		async caption(caption) {
			onCaption(caption);
			await pause(captionMs);
		},
	});
	for (let { step } = run; step !== undefined; { step } = run) {
		await step.play(hands);
		await within(stepPatienceMs, 'What the step waits for', run.stepDone(step, signal)).catch(
			(error: unknown) => {
				signal.throwIfAborted();
				throw new Error(`This did not come to hold: ${run.missing()}`, { cause: error });
			},
		);
		if (steps === 'present') return;
		await pause(betweenStepsMs);
		run.goOn();
	}
}
