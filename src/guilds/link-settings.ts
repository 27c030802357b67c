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

export interface ItemLinks {
	readonly docs?: string | undefined;
	readonly download?: string | undefined;
	readonly changelog?: string | undefined;
	/** Where support for this item is extended; instead of the server's. */
	readonly renew?: string | undefined;
}
