/** A CPF or CNPJ with its dots and dash. */
export const documentText = (number: string): string =>
  number.length === 11
    ? number.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    : number.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
