/** A number as people write it, with a real minus sign. */
export const figure = (number: number | undefined) => String(number).replace('-', '−')

/** The same with a plus sign, for what is added. */
export const signed = (number: number) => (number > 0 ? `+${number}` : figure(number))
