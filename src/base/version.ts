/** The version in package.json; a test keeps them equal. */
export const version = '0.1.0';

/** The bot's name for the marketplace, which would redirect a browser's name to a login page. */
export const userAgent = `claimcheck/${version}`;
