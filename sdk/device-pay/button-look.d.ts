// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
/** Four waves in a rounded square, drawn in code: no font and no image to load. */
export declare function contactlessMark(): Element
/** A constructed style sheet, which a strict content security policy allows. */
export declare function adoptStyle(): void
