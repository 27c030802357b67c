import { MessageFlags } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import { outdatedComponentView, pressAgainView } from '../../views/interactions/refusal-view.js';
import { ephemeral, type MessageView } from '../../views/kit/message.js';
import type { Access } from './access.js';
import type { Answer, Work } from './handler.js';
import type { Answerable, ButtonInput } from './interaction-ports.js';

/** An interaction that can be answered. Commands have no message to update, and modals can't open another modal. */
export type Deliverable = Answerable &
	Partial<Pick<ButtonInput, 'isOnOwnAnswer' | 'update' | 'deferUpdate' | 'showModal'>>;

/** Sends the answer to one interaction, whether or not it has been acknowledged. */
export class Delivery {
	readonly #interaction: Deliverable;
	readonly #t: Translator;
	readonly #isForStaff: boolean;
	#deferred: 'reply' | 'update' | undefined;

	/** `access`: that of the command or component being answered. */
	constructor(interaction: Deliverable, t: Translator, access: Access) {
		this.#interaction = interaction;
		this.#t = t;
		this.#isForStaff = access === 'staff';
	}

	/** Acknowledges before the answer is known. The message of a component stays as it is. */
	async defer(): Promise<void> {
		await this.#defer(this.#interaction.deferUpdate === undefined ? 'reply' : 'update');
	}

	/** Sends a message that only the member sees; never replaces a component's message. */
	async sendPrivately(view: MessageView): Promise<void> {
		if (this.#deferred === undefined) await this.#interaction.reply(ephemeral(view));
		else if (this.#deferred === 'reply') await this.#interaction.editReply(view);
		else await this.#interaction.followUp(ephemeral(view));
	}

	async send(answer: Answer): Promise<void> {
		switch (answer.kind) {
			case 'outdated':
				return await this.sendPrivately(outdatedComponentView(this.#t, this.#isForStaff));
			case 'reply':
				return await this.sendPrivately(answer.view);
			case 'reply-later':
				return await this.#work('reply', answer.work);
			case 'update-later':
				return await this.#work('update', answer.work);
			case 'turn':
				return this.#turnsInto === 'update'
					? await this.#update(answer.view)
					: await this.sendPrivately(answer.view);
			case 'turn-later':
				return await this.#work(this.#turnsInto, answer.work);
			case 'modal':
				if (this.#interaction.showModal === undefined) throw new Error('A modal opens from a component');
				// The staff lookup took so long that the interaction had to be deferred, so no modal can open any more.
				if (this.#deferred !== undefined) return await this.sendPrivately(pressAgainView(this.#t));
				await this.#interaction.showModal(answer.modal);
		}
	}

	get #turnsInto(): 'reply' | 'update' {
		return this.#interaction.isOnOwnAnswer ? 'update' : 'reply';
	}

	async #defer(as: 'reply' | 'update'): Promise<void> {
		if (this.#deferred !== undefined) return;
		if (as === 'update' && this.#interaction.deferUpdate !== undefined) {
			await this.#interaction.deferUpdate();
			this.#deferred = 'update';
			return;
		}
		// Anything that is no update is private: codes, purchases, reasons.
		await this.#interaction.deferReply({ flags: MessageFlags.Ephemeral });
		this.#deferred = 'reply';
	}

	async #update(view: MessageView): Promise<void> {
		if (this.#deferred === undefined && this.#interaction.update !== undefined) {
			await this.#interaction.update(view);
			return;
		}
		await this.#defer('update');
		await this.#interaction.editReply(view);
	}

	async #work(as: 'reply' | 'update', work: Work): Promise<void> {
		await this.#defer(as);
		const show = async (view: MessageView): Promise<void> => {
			if (this.#deferred === as) await this.#interaction.editReply(view);
			else await this.sendPrivately(view);
		};
		const outcome = await work(show);
		if (outcome === undefined) return;
		if (!('followUp' in outcome)) return await show(outcome);
		if (outcome.view !== undefined) await show(outcome.view);
		await this.#interaction.followUp(outcome.followUp);
	}
}
