/** The version in package.json, which a test holds it against. */
export const version = '0.1.0';

/** How the bot names itself to the marketplace, where a browser's name would be sent to a login page. */
export const userAgent = `claimcheck/${version}`;
