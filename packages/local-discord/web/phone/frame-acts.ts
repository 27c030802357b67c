import type { PagePerson } from '../../src/page/protocol.js';
import { ActRefused, type Connection } from '../connection.js';
import type { MessageActs } from '../sight.js';
import type { Store } from '../store.js';

export interface FrameActsParts {
	readonly connection: () => Connection;
	readonly store: () => Pick<Store, 'interactions'>;
	readonly viewer: () => PagePerson | undefined;
	/** Shows the client's notice to the person; undefined removes it. */
	readonly onProblem: (problem: string | undefined) => void;
	readonly onDismiss: (messageId: string) => void;
	readonly openMember: MessageActs['openMember'];
	readonly typeCommand: MessageActs['typeCommand'];
}

/** Acts of a frame's person on messages, and in the person's settings. */
export class FrameActs implements MessageActs {
	readonly openMember: MessageActs['openMember'];
	readonly typeCommand: MessageActs['typeCommand'];
	readonly dismiss: MessageActs['dismiss'];
	readonly #parts: FrameActsParts;

	constructor(parts: FrameActsParts) {
		this.#parts = parts;
		this.openMember = parts.openMember;
		this.typeCommand = parts.typeCommand;
		this.dismiss = parts.onDismiss;
	}

	readonly press = (messageId: string, customId: string): void => this.#do('press', { messageId, customId });

	readonly select = (messageId: string, customId: string, values: readonly string[]): void =>
		this.#do('select', { messageId, customId, values });

	readonly isPending = (messageId: string, customId: string): boolean => {
		const userId = this.#parts.viewer()?.userId;
		for (const it of this.#parts.store().interactions.values()) {
			const isWaiting = it.acknowledgedAfterMs === undefined && it.failure === undefined;
			if (isWaiting && it.messageId === messageId && it.target === customId && it.userId === userId)
				return true;
		}
		return false;
	};

	setLocale(locale: string): void {
		this.#do('set-locale', { locale });
	}

	#do(act: string, args: object): void {
		const { viewer, connection, onProblem } = this.#parts;
		const { userId, guildId } = viewer() ?? {};
		onProblem(undefined);
		connection()
			.act(act, { person: { userId, guildId }, ...args })
			.catch((error: unknown) => {
				if (!(error instanceof ActRefused)) throw error;
				onProblem(error.message);
			});
	}
}
