/** The links of a server; each is absent unless chosen. */
export interface Links {
	/** Where buyers get help with their purchases. */
	readonly supportChannelId?: string | undefined;
	readonly helpChannelId?: string | undefined;
	/** An image or page that shows where a receipt has its code. */
	readonly exampleUrl?: string | undefined;
	/** Where support is extended. */
	readonly renewUrl?: string | undefined;
}
