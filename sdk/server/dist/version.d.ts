// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
/** The version of this package. A test compares it with package.json. */
export declare const version = '1.0.0'
