/** Work that goes on by itself until the bot stops. */
export interface BackgroundTask {
	readonly name: string;
	start(): void;
	/** Resolves when the work in progress has ended. */
	stop(): Promise<void>;
}
