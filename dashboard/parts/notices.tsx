import { Notifications } from '@mantine/notifications'

/** Where messages appear. One that is shown before this is loaded waits in its store. */
export default function Notices() {
  return <Notifications position="bottom-right" />
}
