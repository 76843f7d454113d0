export default '/favicon.svg';
