import type { OwnedGuild } from '../../discord/guilds/own-account.js';
import type { Answers } from './env-file.js';
import { type Bot, type Checked, type Known, type Step, type StepName, steps } from './steps.js';

export interface Found {
	readonly ok: string;
	readonly picture?: string | undefined;
}

/** The answers so far. Whoever asks takes the next step, and hands in what a person has typed. */
export class Setup implements Known {
	answers: Answers = {};
	/** The result of each step's answer, without secrets. */
	readonly found = new Map<StepName, Found>();
	readonly api: string | undefined;
	secret: string | undefined;
	bot: Bot | undefined;
	servers: readonly OwnedGuild[] = [];
	backup: string | undefined;
	#kept: Answers = {};
	readonly #keep: (answers: Answers) => Promise<void>;

	/** `keep`: called with the answers after each one that is accepted. */
	constructor(
		given: { readonly api: string | undefined; readonly secret: string | undefined },
		keep: (answers: Answers) => Promise<void> = async () => {},
	) {
		this.api = given.api;
		this.secret = given.secret;
		this.#keep = keep;
	}

	/** Undefined once all is answered. */
	get next(): Step | undefined {
		return steps.find(({ variable }) => this.answers[variable] === undefined);
	}

	/** Checks an answer, and notes it if it is accepted. Rejects with EnvFileError if it can't be kept. */
	async answer({ name, check }: Step, answer: string): Promise<Checked> {
		const checked = await check(answer, this);
		if ('no' in checked) {
			if (checked.back !== undefined) this.forget(checked.back);
			return checked;
		}
		this.answers = { ...this.answers, ...checked.answers };
		this.found.set(name, { ok: checked.ok, picture: checked.picture });
		await this.#keep(this.answers);
		await this.#resume();
		return checked;
	}

	/** Takes answers that are known already, each when its turn comes, unless they no longer fit. */
	async resume(kept: Answers): Promise<void> {
		this.secret ??= kept.CLAIM_SECRET;
		this.#kept = { ...kept };
		await this.#resume();
	}

	async #resume(): Promise<void> {
		const { next } = this;
		const known = next && this.#kept[next.variable];
		if (next === undefined || known === undefined) return;
		delete this.#kept[next.variable];
		await this.answer(next, known);
	}

	/** Asks a question again, and those after it. */
	forget(name: StepName): void {
		for (const step of steps.slice(steps.findIndex((each) => each.name === name))) {
			this.found.delete(step.name);
			delete this.answers[step.variable];
			delete this.#kept[step.variable];
		}
	}
}
