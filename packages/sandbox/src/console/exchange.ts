import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@claimcheck/local-discord/api-error';
import { ClientRefusal } from '@claimcheck/local-discord/client-refusal';
import { drawMessage } from '@claimcheck/local-discord/drawing/draw-message';
import { drawModal } from '@claimcheck/local-discord/drawing/draw-modal';
import { InteractionFailed, type InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../stage.js';
import { FollowedAnswers } from './followed-answers.js';
import type { People } from './people.js';
import type { Screen } from './screen.js';
import { sightOf } from './sight.js';
import type { Voice } from './voice.js';

/** An answer that takes longer is drawn when it comes; the next line need not wait for it. */
const patienceMs = 15_000;

export interface ExchangeParts {
	readonly stage: Stage;
	readonly people: People;
	readonly screen: Screen;
	readonly voice: Voice;
	readonly isBotRunning: () => boolean;
}

/** Sends the acts of the current person, and draws the answers, including later changes. */
export class Exchange {
	readonly #parts: ExchangeParts;
	readonly #answers: FollowedAnswers;
	#openModal: InteractionHandle | undefined;
	/** Somebody waits for an answer: changes now are expected. */
	#isActing = false;

	constructor(parts: ExchangeParts) {
		this.#parts = parts;
		this.#answers = new FollowedAnswers(parts.stage.discord.events, (message, handle, isChange) =>
			this.#draw(message, handle, isChange && !this.#isActing),
		);
	}

	/** The message that was drawn last: the one that is clicked on. */
	get latest(): APIMessage | undefined {
		return this.#answers.latest;
	}

	/** The interaction whose modal was opened last. */
	get openModal(): InteractionHandle | undefined {
		return this.#openModal;
	}

	close(): void {
		this.#answers.close();
	}

	/** Begins an interaction, and waits until its answer is drawn. */
	async act(begin: (person: Person) => InteractionHandle): Promise<void> {
		await this.guarded(async () => {
			const handle = begin(this.#parts.people.current);
			this.#answers.follow(handle);
			this.#isActing = true;
			try {
				const isInTime = await cameInTime(handle);
				this.#answers.drawNew();
				if (!isInTime) this.#parts.voice.note('No answer yet. It is drawn when it comes.');
			} finally {
				this.#isActing = false;
			}
			if (handle.modal !== undefined) this.#showModal(handle);
		});
	}

	/** What Discord's client doesn't allow, and answers that never come, are no errors of the console. */
	async guarded(work: () => Promise<void>): Promise<void> {
		const { voice, isBotRunning } = this.#parts;
		try {
			await work();
		} catch (error) {
			if (error instanceof ClientRefusal) return voice.hint(`Discord does not let you: ${error.message}.`);
			if (error instanceof ApiError) return voice.hint(`That is not there any more: ${error.message}.`);
			if (!(error instanceof InteractionFailed)) throw error;
			if (error.failure === 'closed') return;
			const why = isBotRunning() ? 'log shows what it was doing.' : 'It is not running; start starts it.';
			voice.hint(`The application did not respond. ${why}`);
		}
	}

	#showModal(handle: InteractionHandle): void {
		const { screen, stage, voice } = this.#parts;
		if (handle.modal === undefined) return;
		this.#openModal = handle;
		screen.print(drawModal(handle.modal, sightOf(stage.guild, screen)));
		voice.note('type fills it in.');
	}

	#draw(message: APIMessage, handle: InteractionHandle, isLater: boolean): void {
		const { screen, stage, people, voice } = this.#parts;
		const name = stage.guild.nameOf('user', handle.userId) ?? 'Somebody';
		if (handle.userId !== people.current.id)
			voice.note(`What ${name} sees ${isLater ? 'has changed' : 'now'}:`);
		else if (isLater) voice.note('The message has changed:');
		// An answer that follows "is thinking …" counts as edited; to a reader it is simply the answer.
		const shown = isLater ? message : { ...message, edited_timestamp: null };
		screen.print(drawMessage(shown, sightOf(stage.guild, screen)));
	}
}

/** Whether an answer or a modal came within the time that one waits for it. */
async function cameInTime(handle: InteractionHandle): Promise<boolean> {
	const late = new AbortController();
	const patience = sleep(patienceMs, false, { signal: late.signal });
	// Its cancellation isn't an error.
	patience.catch(() => undefined);
	const came = [handle.answered(), handle.modalOpened()].map((coming) => coming.then(() => true));
	try {
		return await Promise.race([...came, patience]);
	} finally {
		late.abort();
	}
}
