/** Where a back end says what an operator should know and it can live with. No secret in either part. */
export type StoreWarning = (message: string, fields: Readonly<Record<string, unknown>>) => void;
