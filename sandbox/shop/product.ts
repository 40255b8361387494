/** What the shop sells. */
export const product = {
  name: 'Café da Serra, 1 kg em grãos',
  /** Integer cents. */
  price: 89_00,
}
