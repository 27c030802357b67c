import { MessageFlags } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { inCode, type Translator, translatorFor } from '../../i18n/translator.js';
import {
	outdatedComponentView,
	pressAgainView,
	unknownCommandView,
} from '../../views/interactions/refusal-view.js';
import { ephemeral, type MessageView } from '../../views/kit/message.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { type Access, type AccessFacts, type Refusal, refusalOf } from './access.js';
import type { Answer, Asked, Handler, Work } from './handler.js';
import type { Answerable, AutocompleteInput, ButtonInput, ChatInput } from './interaction-ports.js';
import { type WaitingNotices, withNotices } from './prepend-notices.js';
import type { SlashCommand } from './slash-command.js';

export interface HandlerRunnerDependencies<Services> {
	readonly services: Services;
	readonly access: AccessFacts;
	readonly mentionIn: MentionIn;
	readonly waiting: WaitingNotices;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Discord waits three seconds for an acknowledgement, including network time. */
const patienceMs = 1_000;

/** The only caller of handlers: checks access, translates, and sends the answer. */
export class HandlerRunner<Services> {
	readonly #dependencies: HandlerRunnerDependencies<Services>;

	constructor(dependencies: HandlerRunnerDependencies<Services>) {
		this.#dependencies = dependencies;
	}

	/** Translator for one locale in a guild. Interactions get their translator only here. */
	translator(locale: string, guildId: string | null): Translator {
		return translatorFor(locale, guildId === null ? inCode : this.#dependencies.mentionIn(guildId));
	}

	async command(command: SlashCommand<Services>, interaction: ChatInput): Promise<void> {
		const handler = handlerOf(command, interaction);
		if (handler !== undefined) return await this.answer(handler, interaction);
		await interaction.reply(ephemeral(unknownCommandView(this.#asked(interaction).t)));
	}

	/** Answers a component, a modal, or a command with a single handler. */
	async answer<Input extends Deliverable>(
		handler: Handler<Input, Services>,
		interaction: Input,
	): Promise<void> {
		const { services, access, waiting } = this.#dependencies;
		const asked = this.#asked(interaction);
		const delivery = new Delivery(interaction, asked.t, handler.access);
		const checked = refusalOf(handler.access, interaction, access);
		// Don't await a value that is already known: the acknowledgement has to go out first.
		const refusal = checked instanceof Promise ? await this.#inTime(checked, delivery) : checked;
		if (refusal !== undefined) await delivery.sendPrivately(refusal(asked.t));
		else {
			const answer = handler.answer(asked, services);
			await delivery.send(withNotices(answer, interaction.user.id, asked.t, waiting));
		}
	}

	/** Responds to autocomplete, with no suggestions for members without access. */
	async suggest(command: SlashCommand<Services>, interaction: AutocompleteInput): Promise<void> {
		const handler = handlerOf(command, interaction);
		if (handler?.suggest === undefined) return;
		const { services, access } = this.#dependencies;
		const isRefused = (await refusalOf(handler.access, interaction, access)) !== undefined;
		await interaction.respond(isRefused ? [] : handler.suggest(this.#asked(interaction), services));
	}

	/** Defers the answer if the store is slow: Discord would not wait. */
	async #inTime(checked: Promise<Refusal | undefined>, delivery: Delivery): Promise<Refusal | undefined> {
		const late = this.#dependencies.clock.delay(patienceMs).then(() => true);
		const isLate = await Promise.race([checked.then(() => false), late]);
		if (isLate) await delivery.defer();
		return await checked;
	}

	#asked<Input extends Pick<Answerable, 'guildId' | 'locale' | 'guildLocale'>>(
		interaction: Input,
	): Asked<Input> {
		const { guildId, locale, guildLocale } = interaction;
		return {
			interaction,
			t: this.translator(locale, guildId),
			guildT: this.translator(guildLocale, guildId),
		};
	}
}

function handlerOf<Services>(
	command: SlashCommand<Services>,
	{ options }: { readonly options: { getSubcommand(): string } },
) {
	if ('handler' in command) return command.handler;
	const name = options.getSubcommand();
	return Object.hasOwn(command.subcommands, name) ? command.subcommands[name] : undefined;
}

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
