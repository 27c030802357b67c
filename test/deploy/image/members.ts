import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Stage } from '@claimcheck/sandbox/stage';
import { freshCode, hasBuyerRole } from '../../e2e/acts.js';
import { headline } from '../../e2e/reading.js';

interface Outcome {
	readonly sent: number;
	readonly unanswered: number;
	readonly answeredTwice: number;
	/** Answered with something else than that the purchase is verified. */
	readonly refused: readonly string[];
	readonly withoutRole: number;
}

/** Ten members a second, each of whom verifies a purchase, until `stop`. */
export class Members {
	readonly #stage: Stage;
	readonly #sent: { readonly person: ReturnType<Stage['newPerson']>; readonly handle: InteractionHandle }[] =
		[];
	readonly #stopping = new AbortController();
	readonly #loop: Promise<void>;

	constructor(stage: Stage) {
		this.#stage = stage;
		this.#loop = this.#run();
	}

	async stop(): Promise<Outcome> {
		this.#stopping.abort();
		await this.#loop;
		const answers = await Promise.all(
			this.#sent.map(({ handle }) => handle.answered().then(headline, () => undefined)),
		);
		const verified = this.#sent.filter((_, at) => answers[at] === '✅ Purchase verified');
		const missing = () => verified.filter(({ person }) => !hasBuyerRole(this.#stage, person)).length;
		// A role may come after its answer.
		for (let tries = 0; missing() > 0 && tries < 300; tries += 1) await sleep(100);
		return {
			sent: this.#sent.length,
			unanswered: answers.filter((it) => it === undefined).length,
			answeredTwice: this.#sent.filter(({ handle }) => handle.followUps.length > 0).length,
			refused: answers.filter((it) => it !== undefined && it !== '✅ Purchase verified').map(String),
			withoutRole: missing(),
		};
	}

	async #run(): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			const person = this.#stage.newPerson(`Member ${this.#sent.length}`);
			this.#sent.push({ person, handle: person.chatInput('verify', { code: freshCode(this.#stage) }) });
			await sleep(100);
		}
	}
}
